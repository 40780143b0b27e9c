"""The variants: one module for each, and a table of them.

A variant gives every player some markers. A marker is placed together with a *companion*, a house
or an emissary, which stands on it. The variant's module says what a marker does.
"""
