"""The sections of the configuration, a class of settings each."""
