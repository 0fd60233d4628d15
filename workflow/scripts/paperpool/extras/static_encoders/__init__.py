"""Static encoders, made of an encoder and the papers of a corpus."""
