"""What tests of programs and judges built on this package need (extra: ``reason-bridge[testing]``)."""
