"""Corpora that anybody can download, read in their sources' formats as rows of S2ORC metadata."""
