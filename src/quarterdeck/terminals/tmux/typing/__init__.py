"""What goes into panes: text into composers, keys into dialogs, each checked by the server."""
