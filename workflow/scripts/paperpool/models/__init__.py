"""Models: their files, loading, and their vectors of texts, kept in a cache."""
