"""Benchmarks: the figures of `han bench`."""
