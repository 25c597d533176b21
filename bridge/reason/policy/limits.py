"""The bounds of everything that has to do with policy bundles, in bytes unless said otherwise."""

from typing import Final

MAX_SOURCES: Final = 256
"""How many sources a manifest or a bundle may name."""
MAX_PATH_BYTES: Final = 4096
MAX_SOURCE_BYTES: Final = 1024 * 1024
MAX_TOTAL_SOURCE_BYTES: Final = 16 * 1024 * 1024
MAX_MANIFEST_BYTES: Final = 256 * 1024
MAX_TEMPLATE_BYTES: Final = 1024 * 1024
MAX_BUNDLE_BYTES: Final = 2 * 1024 * 1024
MAX_AUTHORIZATION_INPUT_BYTES: Final = 2 * 1024 * 1024
MAX_AUTHORIZATION_BYTES: Final = 2 * 1024 * 1024
MAX_VERIFICATION_INPUT_BYTES: Final = 4 * 1024 * 1024
