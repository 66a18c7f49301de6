import { shortened } from './cell-text.ts';
import { type Html, html } from './html.ts';
import type { JsonTree } from './json-tree.ts';
import { linkTarget } from './json-view.ts';

interface ListedRecord {
  readonly url: string;
  readonly name: string;
  readonly description: string;
}

/** Each list of linked records in an answer (a page's results, discovery's endpoints) as a list to click through. */
export function recordLists(tree: JsonTree): Html[] {
  if (tree.kind !== 'object') return [];
  return tree.entries.flatMap(([key, value]) => {
    const records = value.kind === 'array' ? value.items.flatMap(listedRecord) : [];
    if (records.length === 0) return [];
    const heading = key === 'results' ? null : html`<h2>${key.charAt(0).toUpperCase()}${key.slice(1)}</h2>`;
    return [
      html`<section>${heading}<ul class="list card${records.some((record) => record.description !== '') ? '' : ' columns'}">${records.map(item)}</ul></section>`,
    ];
  });
}

function listedRecord(tree: JsonTree): ListedRecord[] {
  if (tree.kind !== 'object') return [];
  const text = (...names: readonly string[]): string => {
    for (const name of names) {
      const value = tree.entries.find(([key]) => key === name)?.[1];
      if (value?.kind === 'string' && value.value !== '') return value.value;
    }
    return '';
  };
  const url = text('url');
  if (linkTarget(url) === null) return [];
  return [{ url, name: text('label', 'name', 'username', 'slug') || url, description: text('description') }];
}

function item({ url, name, description }: ListedRecord): Html {
  const summary = shortened(description.split('\n', 1)[0] ?? '', 240);
  return html`<li><a href="${url}">${name}</a>${summary === '' ? null : html`<p>${summary}</p>`}</li>\n`;
}
