"""Services that reach a person wherever they are."""
