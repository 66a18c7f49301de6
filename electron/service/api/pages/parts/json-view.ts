import { type Html, html } from '../html.ts';
import { mediaAddress } from '../media-address.ts';
import type { JsonTree } from './json-tree.ts';

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
