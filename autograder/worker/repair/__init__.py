"""Looks for the smallest change to a student's own program that makes it right: what to change, where, and to what."""
