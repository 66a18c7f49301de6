import { type Html, html } from '../html.ts';
import { mediaAddress } from '../page-context.ts';

/** Maximum number of characters shown; a link leads to the complete body. */
const maxLength = 200_000;

/** A formatted JSON body with its addresses as links. `cut`: it is truncated. */
export function jsonView(tree: JsonTree): { readonly markup: Html; readonly cut: boolean } {
  const writer: Writer = { parts: [], room: maxLength };
  write(writer, tree, 0);
  const markup = html`<pre class="json" tabindex="0" role="region" aria-label="Body of the response"><code>${writer.parts}</code></pre>`;
  return { markup, cut: writer.room <= 0 };
}

interface Writer {
  readonly parts: Html[];
  /** Remaining number of characters. */
  room: number;
}

function put(writer: Writer, markup: Html, length: number): void {
  writer.parts.push(markup);
  writer.room -= length;
}

function write(writer: Writer, tree: JsonTree, requested: number): void {
  const depth = requested > 0 && roomAfter(tree, lineLength) >= 0 ? inline : requested;
  const below = depth === inline ? inline : depth + 1;
  switch (tree.kind) {
    case 'object':
      writeGroup(writer, ['{', '}'], tree.entries, depth, ([key, value]) => {
        put(writer, html`<span class="key">${JSON.stringify(key)}</span>: `, key.length + 4);
        if (value.kind === 'string' && imageKeys.has(key)) put(writer, imageLink(value.value), value.value.length + 2);
        else write(writer, value, below);
      });
      break;
    case 'array':
      writeGroup(writer, ['[', ']'], tree.items, depth, (item) => write(writer, item, below));
      break;
    case 'string':
      put(writer, stringView(tree.value), tree.value.length + 2);
      break;
    case 'number':
    case 'word':
      put(writer, html`<span class="${tree.kind}">${tree.text}</span>`, tree.text.length);
  }
}

function writeGroup<Item>(
  writer: Writer,
  [open, close]: readonly [string, string],
  items: readonly Item[],
  depth: number,
  writeItem: (item: Item) => void,
): void {
  put(writer, html`${open}`, 1);
  const onOneLine = depth === inline;
  for (const [position, item] of items.entries()) {
    const cut = writer.room <= 0;
    const gap = onOneLine ? (position === 0 ? '' : ' ') : line(depth + 1);
    put(writer, html`${position === 0 ? '' : ','}${gap}${cut ? '…' : ''}`, gap.length + 1);
    if (cut) break;
    writeItem(item);
  }
  put(writer, html`${items.length === 0 || onOneLine ? '' : line(depth)}${close}`, 2);
}

/** The depth of content written on the line of its parent. */
const inline = -1;

/** Maximum length in characters of an object or array on one line. */
const lineLength = 88;

/** The rest of `room` after a tree is written on one line; negative if it does not fit. */
function roomAfter(tree: JsonTree, room: number): number {
  if (room < 0) return room;
  switch (tree.kind) {
    case 'object':
      return tree.entries.reduce((left, [key, value]) => roomAfter(value, left - key.length - 6), room - 2);
    case 'array':
      return tree.items.reduce((left, item) => roomAfter(item, left - 2), room - 2);
    case 'string':
      return room - tree.value.length - 2;
    case 'number':
    case 'word':
      return room - tree.text.length;
  }
}

const line = (depth: number): string => `\n${'  '.repeat(depth)}`;

function stringView(value: string): Html {
  const quoted = JSON.stringify(value);
  const address = linkTarget(value);
  if (address === null) return html`<span class="string">${quoted}</span>`;
  return html`"<a href="${address}">${quoted.slice(1, -1)}</a>"`;
}

/** Fields of a record that contain an image below `/media/`. */
const imageKeys: ReadonlySet<string> = new Set(['image', 'showcase_image', 'thumbnail_image']);

function imageLink(name: string): Html {
  if (!name.startsWith('images/')) return stringView(name);
  return html`"<a href="${mediaAddress(name)}">${name}</a>"`;
}

/** The link of a text that is a web address; null for any other text. */
export function linkTarget(value: string): string | null {
  return /^https?:\/\/\S+$/i.test(value) ? value : null;
}

/**
 * A JSON text as it was written: keys in their order, including duplicates and `__proto__`, and numbers as their
 * digits, so that displaying it never rounds or reorders anything.
 */
export type JsonTree =
  | { readonly kind: 'object'; readonly entries: readonly (readonly [key: string, value: JsonTree])[] }
  | { readonly kind: 'array'; readonly items: readonly JsonTree[] }
  | { readonly kind: 'string'; readonly value: string }
  /** `text` is the number as written. */
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'word'; readonly text: 'true' | 'false' | 'null' };

const token = /\s*(?:([{}[\],:])|("(?:[^"\\]|\\.)*")|(-?\d[\d.eE+-]*)|(true|false|null))/y;

interface Token {
  readonly mark: string | undefined;
  readonly string: string | undefined;
  readonly number: string | undefined;
  readonly word: string | undefined;
}

interface Reader {
  readonly text: string;
  /** No further item is started after this character. */
  readonly maxLength: number;
  at: number;
}

/**
 * Parses a well-formed JSON text. A text longer than `maxLength` characters is truncated: every open list and object
 * ends there.
 * @throws {SyntaxError} if it is not well-formed as far as it was read
 */
export function readJsonTree(text: string, maxLength: number = Number.POSITIVE_INFINITY): JsonTree {
  const reader = { text, maxLength, at: 0 };
  return value(reader, next(reader));
}

function next(reader: Reader): Token {
  token.lastIndex = reader.at;
  const found = token.exec(reader.text);
  if (!found) throw new SyntaxError(`This is no JSON at character ${reader.at}.`);
  reader.at = token.lastIndex;
  return { mark: found[1], string: found[2], number: found[3], word: found[4] };
}

function value(reader: Reader, first: Token): JsonTree {
  if (first.string !== undefined) return { kind: 'string', value: JSON.parse(first.string) };
  if (first.number !== undefined) return { kind: 'number', text: first.number };
  if (first.word !== undefined) return { kind: 'word', text: first.word as 'true' | 'false' | 'null' };
  if (first.mark === '{') return { kind: 'object', entries: entries(reader) };
  if (first.mark === '[') return { kind: 'array', items: items(reader) };
  throw new SyntaxError(`Unexpected "${first.mark}".`);
}

function items(reader: Reader): JsonTree[] {
  const found: JsonTree[] = [];
  while (reader.at < reader.maxLength) {
    const first = next(reader);
    if (first.mark === ']') break;
    found.push(value(reader, first.mark === ',' ? next(reader) : first));
  }
  return found;
}

function entries(reader: Reader): (readonly [string, JsonTree])[] {
  const found: (readonly [string, JsonTree])[] = [];
  while (reader.at < reader.maxLength) {
    const first = next(reader);
    if (first.mark === '}') break;
    const key = first.mark === ',' ? next(reader) : first;
    next(reader);
    found.push([JSON.parse(key.string ?? ''), value(reader, next(reader))]);
  }
  return found;
}
