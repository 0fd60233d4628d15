"""Test collections: one model of them, and a reader for each format."""
