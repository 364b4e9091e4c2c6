"""The desk: what is read next, by whom, while the model learns in the background."""
