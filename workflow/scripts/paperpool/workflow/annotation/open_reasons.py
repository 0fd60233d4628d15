"""Why items are open after an import, and annotations of no use."""

NOT_ANNOTATED = "not_annotated"
ANNOTATED_ONCE = "annotated_once"
ANNOTATED_BY_MORE = "annotated_by_more_than_two"
NOT_ADJUDICATED = "not_adjudicated"
ADJUDICATED_TWICE = "adjudicated_twice"
NOT_TO_ADJUDICATE = "not_to_adjudicate"
