"""Texts and their words: sentences, tokens, terms, and vectors of them."""
