"""Hypothesis without deadlines: a busy machine is not a failing test."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "ludothek",
    deadline=None,
    derandomize=True,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.differing_executors],
)
settings.load_profile("ludothek")
