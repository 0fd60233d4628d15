"""SciSearch: a re-ranker that is trained on the grades of a CSFCube collection."""
