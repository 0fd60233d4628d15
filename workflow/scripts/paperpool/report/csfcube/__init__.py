"""The section on CSFCube."""
