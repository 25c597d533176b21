"""Deciding whether a tool call that an agent is about to make may go on, and saying so with a signed receipt.

``setup.open_gate`` reads how the gate is set up, ``verdict.gate`` decides one call. Neither raises: whatever fails
becomes part of the verdict. What is imported here is only what every call needs; the cold start of a hook is paid each
time.
"""
