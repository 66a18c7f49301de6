import { type Html, html } from '../html.ts';
import { cellText, shortened } from './cell-text.ts';
import type { JsonTree } from './json-tree.ts';
import { linkTarget } from './json-view.ts';

/** Properties of a column shown with its name. */
export interface TableColumn {
  readonly name: string;
  readonly label: string;
}

/** Maximum number of characters shown of a value, and in its tooltip. */
const maxCellLength = 60;
const maxTitleLength = 600;

/** Maximum number of rows in a table: more would make the page slow. */
const maxRows = 500;

/** Rows (JSON objects) as a table; long texts and geometries are shortened. */
export function rowsTable(caption: string, columns: readonly TableColumn[], all: readonly JsonTree[]): Html {
  const rows = all.slice(0, maxRows);
  const more = all.length > rows.length;
  const cells = rows.map((row) => columns.map((column) => valueIn(row, column.name)));
  const numeric = columns.map((_, position) => cells.some((row) => row[position]?.kind === 'number'));
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}">
<table class="rows"><caption class="hidden">${caption}</caption>
<thead><tr>${columns.map(({ name, label }, position) => html`<th scope="col" class="${numeric[position] ? 'number' : ''}" title="${label}">${name === '' ? '(no name)' : name}</th>`)}</tr></thead>
<tbody>
${cells.map((row) => html`<tr>${row.map(cell)}</tr>\n`)}</tbody>
</table></div>${more ? html`<p class="paging">These are the first ${maxRows} rows of this page. Request fewer at once, or use JSON.</p>` : null}`;
}

/** Of duplicate keys the last one counts, as for JSON.parse. */
function valueIn(row: JsonTree, name: string): JsonTree | undefined {
  return row.kind === 'object' ? row.entries.findLast(([key]) => key === name)?.[1] : undefined;
}

function cell(value: JsonTree | undefined): Html {
  const text = value === undefined ? null : cellText(value);
  if (text === null) return html`<td class="missing">–</td>`;
  const short = shortened(text, maxCellLength);
  const title = short === text ? null : html` title="${shortened(text, maxTitleLength)}"`;
  const address = value?.kind === 'string' ? linkTarget(text) : null;
  const shown = address === null ? short : html`<a href="${address}">${short}</a>`;
  return html`<td class="${value?.kind === 'number' ? 'number' : ''}"${title}>${shown}</td>`;
}
