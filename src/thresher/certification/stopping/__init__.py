"""When a screening may stop: rules, what each promises, and an advisor."""
