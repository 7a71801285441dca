// Questions with ready answers: a page each, and a check page when there are several.

import { html, useState } from "../html.js";
import { plain } from "../safe_text.js";
import { QUESTION } from "../words.js";
import { Choices } from "../parts/choices.js";

/** @import { Ask, Offer } from "../shapes.js" */

const NOTHING = { picked: [], text: "" };

/** @param {{ask: Ask, offer: Offer}} given */
export function Questions({ ask, offer }) {
  const { questions = [] } = ask;
  const [page, setPage] = useState(0);
  const [given, setGiven] = useState(() => questions.map(() => NOTHING));
  const several = questions.length > 1;
  const checking = several && page === questions.length;
  const set = (changed) => setGiven(given.map((old, i) => (i === page ? changed : old)));
  const answers = Object.fromEntries(questions.map((q, i) => [q.question, answerOf(q, given[i])]));
  return html`<div class="body">
      ${several && html`<${Pages} questions=${questions} given=${given} page=${page} go=${setPage} />`}
      ${checking
        ? html`<${Check} questions=${questions} given=${given} go=${setPage} />`
        : html`<${Page} key=${page} question=${questions[page]} given=${given[page]} set=${set} />`}
    </div>
    ${several && !checking
      ? html`<${Next} ask=${ask} offer=${offer} page=${page} go=${setPage} last=${questions.length - 1} />`
      : html`<${Choices} ask=${ask} offer=${offer} answers=${answers} />`}`;
}

function Pages({ questions, given, page, go }) {
  const tab = (words, i, done) =>
    html`<button type="button" class="tab ${done ? "done" : ""}" aria-current=${i === page ? "page" : null} onClick=${() => go(i)}>
      ${words}
    </button>`;
  return html`<nav class="tabs" aria-label=${QUESTION.title}>
    ${questions.map((q, i) => tab(plain(q.header) || QUESTION.nth(i + 1), i, isAnswered(given[i])))}
    ${tab(QUESTION.check, questions.length, false)}
  </nav>`;
}

function Page({ question, given, set }) {
  const { options, multi } = question;
  const pick = (i) => set(multi ? { ...given, picked: toggled(given.picked, i) } : { picked: [i], text: "" });
  const write = (text) => set(multi ? { ...given, text } : { picked: [], text });
  return html`<p class="title">${plain(question.question)}</p>
    <div class="options ${options.length > 6 ? "many" : ""}" role=${multi ? "group" : "radiogroup"} aria-label=${plain(question.question)}>
      ${options.map(
        (option, i) =>
          html`<${Option} key=${i} option=${option} number=${i + 1} multi=${multi} on=${given.picked.includes(i)} pick=${() => pick(i)} />`,
      )}
    </div>
    ${question.free_text &&
    html`<input
      type="text"
      class="free"
      placeholder=${ownWords(question)}
      aria-label=${QUESTION.own}
      value=${given.text}
      onInput=${(event) => write(event.target.value)}
    />`}`;
}

const ownWords = ({ options, multi }) => {
  if (options.length === 0) return QUESTION.answer;
  return multi ? QUESTION.another : QUESTION.other;
};

function Option({ option, number, multi, on, pick }) {
  const label = labelOf(option, number);
  const described = option.description && option.description !== label;
  return html`<button
    type="button"
    class="option ${on ? "on" : ""}"
    role=${multi ? "checkbox" : "radio"}
    aria-checked=${on}
    data-key=${number < 10 ? number : null}
    onClick=${pick}
  >
    <span class="tick ${multi ? "square" : ""}" aria-hidden="true" />
    <span class="label" data-hint=${number < 10 ? number : null}>${plain(label)}</span>
    ${described && html`<span class="says">${option.description}</span>`}
    ${option.preview && html`<pre class="preview">${option.preview}</pre>`}
  </button>`;
}

function Check({ questions, given, go }) {
  return html`<dl class="check">
    ${questions.map(
      (question, i) =>
        html`<dt>${plain(question.question)}</dt>
          <dd>
            <button type="button" class="link" onClick=${() => go(i)}>
              ${isAnswered(given[i]) ? plain([answerOf(question, given[i])].flat().join(", ")) : QUESTION.missing}
            </button>
          </dd>`,
    )}
  </dl>`;
}

function Next({ ask, offer, page, go, last }) {
  const before = { ...ask, choices: ask.choices.filter(({ id }) => id !== "submit") };
  return html`<${Choices} ask=${before} offer=${offer}>
    ${page > 0 && html`<button type="button" class="press back" onClick=${() => go(page - 1)}><span>${QUESTION.back}</span></button>`}
    <button type="button" class="press main" data-key="a" onClick=${() => go(page + 1)}>
      <span>${page < last ? QUESTION.next : QUESTION.check}</span>
    </button>
  <//>`;
}

const toggled = (picked, i) => (picked.includes(i) ? picked.filter((p) => p !== i) : [...picked, i].sort((a, b) => a - b));

/** What a button says and sends: without a label, its description or its number. */
const labelOf = ({ label, description }, number) => (label.trim() ? label : description.trim() || QUESTION.option(number));

const isAnswered = ({ picked, text }) => picked.length > 0 || text.trim() !== "";

function answerOf({ options, multi }, { picked, text }) {
  const labels = picked.map((i) => labelOf(options[i], i + 1));
  const own = text.trim() ? [text.trim()] : [];
  return multi ? [...labels, ...own] : (own[0] ?? labels[0] ?? "");
}
