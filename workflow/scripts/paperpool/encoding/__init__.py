"""Vectors of papers and of sentences: made once per encoder, in shares, for all that read them."""
