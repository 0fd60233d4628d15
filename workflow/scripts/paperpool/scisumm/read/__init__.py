"""The release as it lies on disk: files, markup, offsets, rows, and submissions in its format."""
