"""The judge, the decision and the gate over HTTP, for whoever does not want to start a process for each call.

``service`` is what is served. ``application`` is the ASGI application about it, ``guard`` says
who is let in, ``connection`` bounds what a connection may do, and ``server`` and ``workers`` run it.

Starlette and uvicorn come with the extra ``serve``; nothing outside this room imports them.
"""
