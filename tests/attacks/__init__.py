"""Attacks on a real server, with a normal match beside each of them.

Every attack is a module with a function `attack(target, ...)`. At full strength, with the latencies
of the normal match: `python -m tests.attacks.KIND.NAME`, or all of them with limits that they must
keep: `python -m tests.attacks`. Short and weak it is a test, which asserts behaviour: what was
refused, and that the normal match went on.
"""
