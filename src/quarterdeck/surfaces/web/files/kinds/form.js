// A form of a tool server.

import { html, useState } from "../html.js";
import { plain } from "../safe_text.js";
import { FORM } from "../words.js";
import { Choices } from "../parts/choices.js";

/** @import { Ask, Offer } from "../shapes.js" */

/** @param {{ask: Ask, offer: Offer}} given */
export function Form({ ask, offer }) {
  const [values, setValues] = useState(new Map());
  const set = (name) => (value) => setValues((before) => new Map(before).set(name, value));
  const fields = ask.fields ?? [];
  return html`<div class="body">
      <p class="title">${ask.title}</p>
      ${fields.map(
        (field) =>
          html`<label class="field ${field.kind}" key=${field.name}>
            <span>${plain(field.label)}${field.required ? "" : html` <em>${FORM.optional}</em>`}</span>
            <${Value} field=${field} value=${values.get(field.name)} set=${set(field.name)} />
          </label>`,
      )}
    </div>
    <${Choices} ask=${ask} offer=${offer} answers=${filled(fields, values)} />`;
}

function Value({ field, value, set }) {
  if (field.kind === "boolean")
    return html`<input type="checkbox" checked=${value ?? false} onChange=${(e) => set(e.target.checked)} />`;
  if (field.kind === "enum")
    return html`<select value=${value ?? ""} onChange=${(e) => set(e.target.value)}>
      <option value="">${FORM.choose}</option>
      ${field.options.map((option) => html`<option value=${option}>${plain(option) || FORM.empty}</option>`)}
    </select>`;
  const numeric = field.kind !== "string";
  return html`<input
    type="text"
    inputmode=${numeric ? "decimal" : "text"}
    autocomplete="off"
    value=${value ?? ""}
    onInput=${(e) => set(e.target.value)}
  />`;
}

function filled(fields, values) {
  const given = fields
    .map(({ name, kind }) => [name, values.get(name) ?? (kind === "boolean" ? false : "")])
    .filter(([, value]) => value !== "");
  return Object.fromEntries(given);
}
