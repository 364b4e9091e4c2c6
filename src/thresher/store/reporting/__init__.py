"""What the pages and the API report of a project, worked out from its store."""
