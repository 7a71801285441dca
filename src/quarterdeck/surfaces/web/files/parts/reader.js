// Whether a person can have read a text: all of it is in sight, or they opened it.

import { useState } from "../html.js";

/** `clip` tells whether the text is longer than its frame; `show` opens it. */
export function useReader() {
  const [clipped, clip] = useState(false);
  const [open, setOpen] = useState(false);
  return { open, clip, show: () => setOpen(true), unread: clipped && !open };
}
