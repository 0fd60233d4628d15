"""How rankings and annotators are scored: overlap, ROUGE-S*, recall, tests and tables."""
