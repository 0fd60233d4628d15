"""CSFCube's candidate pools: their queries, their sources and their draw."""
