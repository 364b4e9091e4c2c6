"""What each figure shows and how to read it, in plain words."""

__all__ = ["CAPTIONS", "HOW_TO_READ"]

CAPTIONS = {
    "recall": "Relevant records found against records read.",
    "wss": "Work saved over sampling at each recall.",
    "erf": "Extra relevant records found, compared with random reading.",
    "roc": "Relevant records found against irrelevant records read.",
    "rate-recall": "Recall against the share of the pile read.",
    "rate-accuracy": "Accuracy against the share of the pile read.",
    "precision": "Precision against the share of records read.",
    "discovery": "When each relevant record was found.",
    "plan": "How much of the pile the budget reads, and what that finds.",
}
HOW_TO_READ = {
    "recall": "a curve that rises steeply and early finds much with little reading; "
    "the diagonal is reading in random order, and no order can do better than the "
    "line marked best.",
    "wss": "the higher, the more reading is saved at that recall than if the same "
    "recall were reached at random; 0 means nothing was saved.",
    "erf": "the height is how much more was found at that point than random reading "
    "finds; the curve falls back to 0 because in the end everything is read.",
    "roc": "the area under a curve is the chance that a relevant record is read "
    "before an irrelevant one; on the diagonal that chance is one half.",
    "rate-recall": "go to the share of the pile you can afford to read; the height is "
    "the recall you would have.",
    "rate-accuracy": "the share of records decided rightly if reading stops there and "
    "everything unread counts as irrelevant.",
    "precision": "of the records read by then, the share that was relevant; it falls "
    "where the last relevant records are hard to find.",
    "discovery": "along a line each point is a relevant record, in the order found, "
    "and its height is how much had been read by then; a jump at the right marks "
    "records that hide.",
    "plan": "the shaded hill shows which shares of the pile the hours are likely to "
    "suffice for; where it stands, read off what each ranking has found by then.",
}
