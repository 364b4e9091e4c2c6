"""One module a citation format, each a reader and, where it can carry it, a writer."""
