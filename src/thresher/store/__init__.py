"""The project: one file that holds a review, and the only SQL in the product."""
