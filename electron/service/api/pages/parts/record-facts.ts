import { type Html, html, linkedText, when } from '../html.ts';
import { cellText } from './cell-text.ts';
import { type JsonTree, linkTarget, readJsonTree } from './json-view.ts';

/** Fields that repeat another one or mean nothing to a user. */
const hiddenFields: ReadonlySet<string> = new Set(['id', 'url', 'label', 'slug', 'name', 'metadata']);

/** Fields that contain counts. */
const counts: ReadonlySet<string> = new Set(['rows', 'bytes', 'elements', 'queries', 'views', 'rejected']);

/** An integer's digits in groups of three. */
// super-linear: the digits of one number.
const grouped = (digits: string): string => digits.replaceAll(/\B(?=(\d{3})+$)/g, ',');

/** The fields of a single record, formatted for users; null if there are none, or the response is a list. */
export function recordFacts(tree: JsonTree): Html | null {
  if (tree.kind !== 'object' || tree.entries.some(([key]) => key === 'results')) return null;
  const facts = [...tree.entries.filter(([key]) => !hiddenFields.has(key)), ...metadataFacts(tree)];
  const shown = facts.flatMap(([key, value]) => {
    const view = counts.has(key) && value.kind === 'number' ? html`${grouped(value.text)}` : valueView(value);
    return view === null ? [] : [html`<dt>${recordName(key)}</dt><dd>${view}</dd>`];
  });
  return shown.length === 0 ? null : html`<dl class="facts card">${shown}</dl>`;
}

/** A field's name for a user: `date_joined` is "Date joined", `__version__` is "Version". */
export function recordName(key: string): string {
  const words = key.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function valueView(value: JsonTree): Html | null {
  if (value.kind === 'array') {
    const items = value.items.map(valueView).filter((item) => item !== null);
    return items.length === 0
      ? null
      : html`${items.map((item, position) => html`${position === 0 ? '' : ', '}${item}`)}`;
  }
  if (value.kind === 'object') return null;
  if (value.kind === 'word') return value.text === 'null' ? null : html`${value.text === 'true' ? 'yes' : 'no'}`;
  const text = cellText(value) ?? '';
  if (text === '') return null;
  if (value.kind === 'number') return html`${text}`;
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return when(text);
  const address = linkTarget(text);
  return address === null ? html`${linkedText(text)}` : html`<a href="${address}">${text}</a>`;
}

/** The content of a version's opaque `metadata` if this service wrote it: base64 of a JSON object. */
function metadataFacts(tree: Extract<JsonTree, { kind: 'object' }>): readonly (readonly [string, JsonTree])[] {
  const metadata = tree.entries.find(([key]) => key === 'metadata')?.[1];
  if (metadata?.kind !== 'string' || metadata.value === '') return [];
  try {
    const inner = readJsonTree(Buffer.from(metadata.value, 'base64').toString('utf8'));
    return inner.kind === 'object' ? inner.entries : [];
  } catch {
    // Written by other software, which is allowed: the specification calls it opaque.
    return [];
  }
}
