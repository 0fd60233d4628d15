"""The order of judging the candidates of a pool, and the value of a part of the judgments."""
