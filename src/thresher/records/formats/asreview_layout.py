"""Tables and settings of ASReview projects, as its versions 2 and 3 expect them."""

from typing import Any

__all__ = ["DECISION_INSERT", "MODEL", "RECORD_INSERT", "RESULTS", "record_table"]

MODEL: dict[str, Any] = {
    "name": "elas_u4",
    "current_value": {
        "querier": "max",
        "classifier": "svm",
        "balancer": "balanced",
        "feature_extractor": "tfidf",
        "stopper": None,
        "querier_param": {},
        "classifier_param": {"loss": "squared_hinge", "C": 0.11},
        "balancer_param": {"ratio": 9.8},
        "feature_extractor_param": {
            "ngram_range": [1, 2],
            "sublinear_tf": True,
            "min_df": 1,
            "max_df": 0.95,
        },
        "stopper_param": {},
        "n_query": 1,
    },
}  # what ASReview 2.2 and 3.0 take by default
RECORD_INSERT = (
    "INSERT INTO record (dataset_row, dataset_id, title, abstract, authors, keywords, "
    "year, doi, url, included, record_id) VALUES (:row, :dataset, :title, :abstract, "
    ":authors, :keywords, :year, :doi, :url, :included, :row)"
)
DECISION_INSERT = (
    "INSERT INTO results (record_id, label, classifier, querier, time, note, tags) "
    "VALUES (:row, :label, :classifier, :querier, :time, :note, :tags)"
)
PARTS = "classifier TEXT, querier TEXT, balancer TEXT, feature_extractor TEXT"
DECISIONS = (
    f"CREATE TABLE results (record_id INTEGER UNIQUE, label INTEGER, {PARTS}, "
    "training_set INTEGER, time FLOAT, note TEXT, tags JSON, user_id INTEGER)",
    f"CREATE TABLE last_ranking (record_id INTEGER UNIQUE, ranking INT, {PARTS}, "
    "training_set INTEGER, time FLOAT)",
    "CREATE TABLE decision_changes (record_id INTEGER, label INTEGER, time FLOAT, "
    "user_id INTEGER)",
)
CHANGE = (
    "BEGIN INSERT INTO decision_changes (record_id, label, time, user_id) "
    "VALUES (OLD.record_id, OLD.label, OLD.time, OLD.user_id); END"
)
TRIGGERS = (
    f"CREATE TRIGGER trg_results_delete AFTER DELETE ON results FOR EACH ROW {CHANGE}",
    "CREATE TRIGGER trg_results_label_update AFTER UPDATE OF label ON results "
    f"FOR EACH ROW WHEN OLD.label IS NOT NEW.label {CHANGE}",
)
RESULTS = {2: DECISIONS, 3: (*DECISIONS, *TRIGGERS)}
COLUMNS = (
    "dataset_row INTEGER NOT NULL, dataset_id VARCHAR NOT NULL, "
    "title VARCHAR NOT NULL, abstract VARCHAR NOT NULL, authors JSON NOT NULL, "
    "keywords JSON NOT NULL, year INTEGER, doi VARCHAR, url VARCHAR, "
    "included INTEGER, record_id INTEGER NOT NULL, duplicate_of INTEGER, "
)
GROUP = (
    "group_id INTEGER NOT NULL GENERATED ALWAYS "
    "AS (COALESCE(duplicate_of, record_id)) VIRTUAL, "
)
RULES = (
    "PRIMARY KEY (record_id), UNIQUE (dataset_row, dataset_id), "
    "FOREIGN KEY(duplicate_of) REFERENCES record (record_id) ON DELETE SET NULL"
)
NO_SELF = (
    ", CONSTRAINT no_self_duplicate "
    "CHECK (duplicate_of IS NULL OR duplicate_of != record_id)"
)


def record_table(*, grouped: bool) -> list[str]:
    """Return the statements that make the table of records, of version 3 if `grouped`.

    Examples
    --------
    >>> len(record_table(grouped=True)), len(record_table(grouped=False))
    (2, 1)
    """
    if not grouped:
        return [f"CREATE TABLE record ({COLUMNS}{RULES})"]
    return [
        f"CREATE TABLE record ({COLUMNS}{GROUP}{RULES}{NO_SELF})",
        "CREATE INDEX idx_record_group_id ON record (group_id)",
    ]
