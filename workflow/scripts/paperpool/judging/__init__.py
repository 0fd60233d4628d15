"""What a difference between two runs depends on: which judgments to ask for next, and how many."""
