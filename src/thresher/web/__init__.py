"""The web door: the lab for one reader, and the team's server."""
