// Rows of long lists: each is drawn again only when what it is given has changed.

import { Component } from "../vendor/preact.mjs";
import { html } from "../html.js";

/** The same component, left alone while it is given the same things. */
export const memo = (draw) =>
  class extends /** @type {any} */ (Component) {
    shouldComponentUpdate(next) {
      return Object.keys(next).some((name) => next[name] !== this.props[name]);
    }

    render(given) {
      return html`<${draw} ...${given} />`;
    }
  };
