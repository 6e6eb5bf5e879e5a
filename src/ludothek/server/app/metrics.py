"""Prometheus metrics."""

from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)


class Metrics:
    """All counters of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "ludothek_requests",
            "HTTP requests",
            ["route", "method", "status"],
            registry=self.registry,
        )
        self.request_seconds = Histogram(
            "ludothek_request_seconds",
            "Time to answer a request",
            ["route"],
            buckets=_QUICK,
            registry=self.registry,
        )
        self.messages = Counter(
            "ludothek_messages", "Messages on the socket", ["type"], registry=self.registry
        )
        self.message_counter = cache(self.messages.labels)  # to find one takes longer than to count
        self.commands = Counter(
            "ludothek_commands",
            "Commands of people",
            ["type", "result"],
            registry=self.registry,
        )
        self.command_counter = cache(self.commands.labels)
        self.command_seconds = Histogram(
            "ludothek_command_seconds",
            "Time from a command to its storage",
            buckets=_QUICK,
            registry=self.registry,
        )
        self.refused = Counter(
            "ludothek_limited", "What was refused by a limit", ["kind"], registry=self.registry
        )
        self._gauges = {
            name: Gauge(f"ludothek_{name}", sentence, registry=self.registry)
            for name, sentence in {
                "sockets": "Open sockets",
                "people": "People who are connected",
                "rooms": "Matches in memory",
                "jobs_waiting": "Jobs that wait for a worker",
            }.items()
        }
        self._matches = Gauge("ludothek_matches", "Matches", ["status"], registry=self.registry)

    def render(self, levels: dict[str, int], matches: dict[str, int]) -> bytes:
        """All of it, as Prometheus reads it."""
        for name, level in levels.items():
            self._gauges[name].set(level)
        for status in ("open", "playing", "finished", "abandoned"):
            self._matches.labels(status).set(matches.get(status, 0))
        return generate_latest(self.registry)
