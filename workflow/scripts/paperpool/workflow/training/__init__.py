"""Train encoders on the citations of the corpus, without the papers held out."""
