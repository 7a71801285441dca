// Whether a person can have read a text: all of it is in sight, or they opened it.

import { useState } from "../html.js";

/**
 * `clip` tells whether the text is longer than its frame; `show` opens it. `showWhole` opens all that
 * the agent sent, in place of a change of which something was left out.
 */
export function useReader() {
  const [clipped, clip] = useState(false);
  const [open, setOpen] = useState(false);
  const [whole, setWhole] = useState(false);
  const show = () => setOpen(true);
  const showWhole = () => {
    setWhole(true);
    show();
  };
  return { open, whole, clip, show, showWhole, unread: clipped && !open };
}
