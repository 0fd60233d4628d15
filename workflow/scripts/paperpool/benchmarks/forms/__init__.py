"""The forms of collections in jobs, a module each, which ``Benchmark.form`` names."""
