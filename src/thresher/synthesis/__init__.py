"""What the included studies say: sentences, roles, PICO spans, evidence, findings."""
