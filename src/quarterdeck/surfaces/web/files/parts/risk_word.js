// How dangerous something is, in one word: the same mark wherever it stands.

import { html } from "../html.js";
import { RISKS } from "../words.js";

export const RiskWord = ({ level }) => html`<b class="level ${level}">${RISKS[level] ?? level}</b>`;
