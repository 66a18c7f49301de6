import { type Html, html } from '../html.ts';
import { when } from '../when.ts';
import { shortened } from './cell-text.ts';
import type { JsonTree } from './json-tree.ts';
import { linkTarget } from './json-view.ts';
import { recordName } from './record-facts.ts';

interface ListedRecord {
  readonly url: string;
  readonly name: string;
  readonly note: Html | string;
}

/** Each list of linked records in a response (a page's results, discovery's endpoints) as a list of links. */
export function recordLists(tree: JsonTree): Html[] {
  if (tree.kind !== 'object') return [];
  return tree.entries.flatMap(([key, value]) => {
    const records = value.kind === 'array' ? value.items.flatMap(listedRecord) : [];
    if (records.length === 0) return [];
    const heading = key === 'results' ? null : html`<h2>${recordName(key)}</h2>`;
    return [
      html`<section>${heading}<ul class="list card${records.some((record) => record.note !== '') ? '' : ' columns'}">${records.map(item)}</ul></section>`,
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
  const description = text('description');
  return [
    {
      url,
      name: text('label', 'name', 'username', 'slug') || url,
      note: description === '' ? datasetAndTime(text) : firstLine(description),
    },
  ];
}

const firstLine = (text: string): string => shortened(text.split('\n', 1)[0] ?? '', 240);

/** For a record without a description, such as a version: its dataset and time. */
function datasetAndTime(text: (name: string) => string): Html | string {
  const dataset = text('dataset').split('/').at(-2) ?? '';
  const date = text('datetime') || text('created') || text('date_joined');
  if (date === '') return dataset;
  return html`${dataset}${dataset === '' ? '' : ', '}${when(date)}`;
}

function item({ url, name, note }: ListedRecord): Html {
  return html`<li><a href="${url}">${name}</a>${note === '' ? null : html`<p>${note}</p>`}</li>\n`;
}
