import { requestsGroups } from '#shared/aggregate-query.ts';
import { type Html, html } from '../html.ts';
import type { PageContext } from '../page-context.ts';
import { cellText, shortened } from './cell-text.ts';
import { pagingPart } from './exchange-part.ts';
import { type JsonTree, linkTarget } from './json-view.ts';

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

/** A page of rows: a form to change the query, the table, and links to the neighbouring pages. */
export function rowsPart(context: PageContext, columns: readonly TableColumn[], results: JsonTree | undefined): Html {
  const rows = results?.kind === 'array' ? results.items : [];
  const url = new URL(context.request.url);
  const isGrouped = requestsGroups([...url.searchParams]);
  return html`<section>${queryForm(url, columns)}
${isGrouped ? null : groupForm(url, columns)}
${conditions(url, columns)}
${rows.length === 0 ? html`<p class="quiet">No rows here.</p>` : rowsTable('Rows', columns, rows)}
${rows.length === 0 && context.paging?.count === 0 ? null : pagingPart(context.paging)}</section>`;
}

/** Parameters that are fields of the form; a new query starts at the first row. */
const ownFields: ReadonlySet<string> = new Set(['search', 'ordering', 'limit', 'offset']);

/** A form that changes the query; all other parameters of the address are kept, but paging restarts. */
function queryForm(url: URL, columns: readonly TableColumn[]): Html {
  const kept = [...url.searchParams].filter(([name]) => !ownFields.has(name));
  const value = (name: string) => url.searchParams.get(name) ?? '';
  return html`<form class="asking" method="get" action="${url.origin}${url.pathname}">
${kept.map(([name, text]) => html`<input type="hidden" name="${name}" value="${text}">`)}
<div class="field"><label for="ask-search">Search</label><input type="search" id="ask-search" name="search" value="${value('search')}"></div>
<div class="field"><label for="ask-ordering">Order by</label><input type="text" id="ask-ordering" name="ordering" value="${url.searchParams.getAll('ordering').join(',')}" list="ask-columns" placeholder="column, or -column for descending"></div>
<div class="field small"><label for="ask-limit">Rows</label><input type="number" id="ask-limit" name="limit" min="1" max="10000" value="${value('limit') || '100'}"></div>
<datalist id="ask-columns">${columns.flatMap(({ name }) => [html`<option value="${name}">`, html`<option value="-${name}">`])}</datalist>
<button type="submit">Show</button>
</form>`;
}

/** A form that groups the rows of this page's filters; ordering and paging restart. */
function groupForm(url: URL, columns: readonly TableColumn[]): Html {
  const kept = [...url.searchParams].filter(([name]) => !['ordering', 'limit', 'offset', 'fields'].includes(name));
  const periods = ['Year', 'Month', 'Weekday'].join(', ');
  return html`<details class="panel"><summary>Group rows</summary><div class="inside"><form class="asking" method="get" action="${url.origin}${url.pathname}">
${kept.map(([name, text]) => html`<input type="hidden" name="${name}" value="${text}">`)}
<div class="field"><label for="group-by">Group by</label><input type="text" id="group-by" name="_group_by" list="group-columns" placeholder="column, or Year(column)" aria-describedby="group-help"></div>
<div class="field"><label for="group-value">Value</label><input type="text" id="group-value" name="_aggregate__value" value="Count(*)" required></div>
<datalist id="group-columns">${columns.map(({ name }) => html`<option value="${name}">`)}</datalist>
<button type="submit">Group</button>
<p class="help" id="group-help">Several keys are separated by commas; ${periods} and others take a column of dates, Bin(column,width) one of numbers. Values are Count(*), Sum(column), Average(column), Median(column), Min(column), Max(column).</p>
</form></div></details>`;
}

/** The other parameters of the address, each with a link that removes it; without any, a hint on how to add them. */
function conditions(url: URL, columns: readonly TableColumn[]): Html | null {
  const pairs = [...url.searchParams];
  const shown = pairs.flatMap(([name, text], position) => {
    if (ownFields.has(name) || (name.startsWith('_') && !requestsGroups([[name, text]]))) return [];
    const without = new URLSearchParams(pairs.filter(([other], at) => at !== position && other !== 'offset'));
    const address = `${url.origin}${url.pathname}?${without}`;
    return [html`<li><code>${name}</code> ${text} <a href="${address}" aria-label="Remove ${name}">Remove</a></li>`];
  });
  if (shown.length > 0) return html`<ul class="conditions">${shown}</ul>`;
  const example = columns.find(({ name }) => /^\w+$/.test(name))?.name;
  if (example === undefined) return null;
  return html`<p class="hint">Add filters to the address, such as <code>${example}__gte=…</code>, <code>${example}__icontains=…</code> or <code>${example}__isnull=true</code>.</p>`;
}
