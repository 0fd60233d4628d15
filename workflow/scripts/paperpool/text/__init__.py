"""Sentences, tokens, terms, and their vectors."""
