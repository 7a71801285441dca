"""Which USB product is which model."""

from quarterdeck.boards.models import (
    MINI,
    MK2,
    NEO,
    ORIGINAL,
    PEDAL,
    PLUS,
    PLUS_XL,
    STUDIO,
    XL,
    Model,
)

VENDOR = 0x0FD9

# By the numbers that the kernel tells; the first of a model is the one that is emulated.
PRODUCTS: dict[int, Model] = {
    0x0063: MINI,
    0x0090: MINI,  # MK.2
    0x00B3: MINI,  # Discord edition
    0x00B8: MINI,  # module
    0x0060: ORIGINAL,
    0x0080: MK2,
    0x006D: MK2,  # the Original's second version
    0x00A5: MK2,  # scissor keys
    0x00B9: MK2,  # module
    0x006C: XL,
    0x008F: XL,  # its second version
    0x00BA: XL,  # module
    0x009A: NEO,
    0x0084: PLUS,
    0x00C6: PLUS_XL,
    0x00AA: STUDIO,
    0x0086: PEDAL,
}


def product_of(model: Model) -> int:
    """The USB product of a model's first edition."""
    return next(product for product, known in PRODUCTS.items() if known == model)
