"""Exact search over big pools of papers: by their words, and by their vectors."""
