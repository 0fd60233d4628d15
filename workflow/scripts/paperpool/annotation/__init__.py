"""The annotation of a collection: what annotators said, and how far they agree."""
