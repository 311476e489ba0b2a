"""What those who work on the project need beside the tests."""
