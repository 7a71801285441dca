"""What holds for every test."""

from hypothesis import settings

pytest_plugins = ["tests.stage.times"]

# How long an example takes says more about the machine than about the product.
settings.register_profile("quarterdeck", deadline=None, print_blob=True)
settings.load_profile("quarterdeck")
