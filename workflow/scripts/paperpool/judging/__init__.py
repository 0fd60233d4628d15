"""In which order the candidates of a pool are judged, and what a part of the judgments is worth."""
