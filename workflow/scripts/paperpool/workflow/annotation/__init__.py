"""The annotation of a collection: the annotators' grades, and how far they agree."""
