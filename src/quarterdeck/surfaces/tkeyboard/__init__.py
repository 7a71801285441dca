"""The four-key keyboard: pictures of 128 × 128 pixels. Drawing them needs Pillow."""
