"""The gate in front of an agent: the event of a tool call in, what the agent's hook is to answer out.

``entry`` is the command ``rbridge-gate``; ``answer.answer`` is the same as a function. What an agent's events and
answers look like is in ``agents``; putting the gate into an agent's settings is ``installing``.
"""
