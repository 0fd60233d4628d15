"""CSFCube: the release, its rankers and its evaluation."""
