"""One description per benchmark: values, no behaviour."""
