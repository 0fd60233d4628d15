"""The work of `paperpool score`: rankings of others scored by the functions of the workflow."""
