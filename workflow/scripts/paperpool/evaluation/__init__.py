"""The parts that every evaluation shares: runs, scores, intervals, tests, published scores."""
