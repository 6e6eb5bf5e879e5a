"""Adapters to the field's interfaces."""
