"""The version of the autograder, which results name and digests depend on."""

VERSION = "1.0.0"
