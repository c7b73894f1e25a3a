"""Keys followed in the order in which they were typed."""

from __future__ import annotations

from textual import events
from textual.widget import Widget


async def follow_binding(widget: Widget, event: events.Key) -> bool:
    """Do now what ``event`` is bound to at ``widget`` itself; return whether it is bound.

    Textual follows a binding only when the key has come up to the application, and by then keys
    typed after it may have been taken by the widgets on the way.
    """
    active = widget.screen.active_bindings.get(event.key)
    if active is None or active.node is not widget:
        return False
    event.stop()
    await widget.run_action(active.binding.action)
    return True
