// A form of a tool server.

import { html, useState } from "../html.js";
import { plain } from "../safe_text.js";
import { Choices } from "../parts/choices.js";

export function Form({ ask, offer }) {
  const [values, setValues] = useState(new Map());
  const set = (name) => (value) => setValues((before) => new Map(before).set(name, value));
  const fields = ask.fields ?? [];
  const wrong = fields.map((field) => objection(field, values.get(field.name))).find(Boolean);
  return html`<div class="body">
      <p class="title">${ask.title}</p>
      ${fields.map(
        (field) =>
          html`<label class="field ${field.kind}" key=${field.name}>
            <span>${plain(field.label)}${field.required ? "" : html` <em>optional</em>`}</span>
            <${Value} field=${field} value=${values.get(field.name)} set=${set(field.name)} />
          </label>`,
      )}
      ${wrong && html`<p class="quiet">${wrong}</p>`}
    </div>
    <${Choices} ask=${ask} offer=${offer} answers=${filled(fields, values)} missing=${wrong} />`;
}

function Value({ field, value, set }) {
  if (field.kind === "boolean")
    return html`<input type="checkbox" checked=${value ?? false} onChange=${(e) => set(e.target.checked)} />`;
  if (field.kind === "enum")
    return html`<select value=${value ?? ""} onChange=${(e) => set(e.target.value)}>
      <option value="">choose</option>
      ${field.options.map((option) => html`<option value=${option}>${plain(option) || "(empty)"}</option>`)}
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

/** What speaks against sending this value, in words. */
function objection({ label, kind, required }, value) {
  const text = typeof value === "string" ? value.trim() : value;
  if (text === undefined || text === "")
    return required && kind !== "boolean" ? `${plain(label)} is missing.` : "";
  if (kind === "integer" && !/^[+-]?\d+$/.test(text)) return `${plain(label)} must be a whole number.`;
  if (kind === "number" && !Number.isFinite(Number(text))) return `${plain(label)} must be a number.`;
  return "";
}

function filled(fields, values) {
  const given = fields
    .map(({ name, kind }) => [name, values.get(name) ?? (kind === "boolean" ? false : "")])
    .filter(([, value]) => value !== "");
  return Object.fromEntries(given);
}
