"""How the shipped weights are made from the data folder."""
