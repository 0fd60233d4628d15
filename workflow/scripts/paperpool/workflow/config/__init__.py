"""The configuration: read, merged, checked; finished runs and theirs."""
