"""Rigid-body simulation with MuJoCo: scene, stepping, settling, stability. Knows no rule."""
