"""What made the workflow fail: told last, as what is wrong, where and a hint."""
