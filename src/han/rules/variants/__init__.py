"""The variants: one module for each, and the table that the rules find them by.

A variant gives every player some markers. A marker goes under a *companion*, a house or an
emissary, and is paid together with it. What a marker is good for is the variant's affair.
"""
