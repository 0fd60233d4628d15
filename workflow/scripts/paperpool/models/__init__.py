"""Models: where their files are, how they are loaded, what they make of texts, kept in a cache."""
