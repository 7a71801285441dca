"""The USB products are those of the library, each the model that its driver says."""

import pytest
from StreamDeck.DeviceManager import DeviceManager
from StreamDeck.ProductIDs import USBProductIDs, USBVendorIDs

from quarterdeck.boards.models import MINI, MODELS, Model
from quarterdeck.surfaces.streamdeck.emulator import EmulatedDeck, EmulatedTransport
from quarterdeck.surfaces.streamdeck.products import PRODUCTS, VENDOR, product_of


def test_every_product_of_the_library_is_known() -> None:
    theirs = {value for name, value in vars(USBProductIDs).items() if name.startswith("USB_PID")}

    assert set(PRODUCTS) == theirs
    assert USBVendorIDs.USB_VID_ELGATO == VENDOR


@pytest.mark.parametrize("product", PRODUCTS)
def test_a_product_is_the_model_that_its_driver_says(product: int) -> None:
    manager = DeviceManager("dummy")
    manager.transport = EmulatedTransport([EmulatedDeck(product, "A1")])
    deck, model = manager.enumerate()[0], PRODUCTS[product]

    assert deck.key_layout() == (model.rows, model.columns)
    assert (deck.dial_count(), deck.touch_key_count()) == (model.dials, model.touch_keys)
    if model.key:
        assert deck.key_image_format()["size"] == (model.key.width, model.key.height)
    if model.strip:
        strips = (deck.touchscreen_image_format()["size"], deck.screen_image_format()["size"])
        assert (model.strip.width, model.strip.height) in strips


@pytest.mark.parametrize("model", MODELS.values(), ids=lambda m: m.name)
def test_every_model_can_be_had(model: Model) -> None:
    assert PRODUCTS[product_of(model)] == model


def test_the_mini_is_the_first_mini() -> None:
    assert product_of(MINI) == USBProductIDs.USB_PID_STREAMDECK_MINI
