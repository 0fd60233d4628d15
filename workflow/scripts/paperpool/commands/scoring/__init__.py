"""What `paperpool score` does: rankings of others scored by the functions of the workflow."""
