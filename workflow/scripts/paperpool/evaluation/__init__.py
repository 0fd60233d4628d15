"""The parts that every evaluation shares: runs, figures, intervals, paired tests, published
figures.
"""
