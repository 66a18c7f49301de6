import { pagingPart } from './exchange-part.ts';
import { type Html, html } from './html.ts';
import type { JsonTree } from './json-tree.ts';
import type { PageContext } from './page-context.ts';
import { rowsTable, type TableColumn } from './rows-table.ts';

/** A page of rows for a person: a way to ask for others, the table, and the ways on and back. */
export function rowsPart(context: PageContext, columns: readonly TableColumn[], results: JsonTree | undefined): Html {
  const rows = results?.kind === 'array' ? results.items : [];
  return html`<section>${asking(new URL(context.request.url), columns)}
${rows.length === 0 ? html`<p class="quiet">There are no rows here.</p>` : rowsTable('Rows', columns, rows)}
${rows.length === 0 && context.paging?.count === 0 ? null : pagingPart(context.paging)}</section>`;
}

/** A form that asks for the rows in another way; all other parameters of the address stay, but it begins anew. */
function asking(url: URL, columns: readonly TableColumn[]): Html {
  const own = new Set(['search', 'ordering', 'limit', 'offset']);
  const kept = [...url.searchParams].filter(([name]) => !own.has(name));
  const value = (name: string) => url.searchParams.get(name) ?? '';
  return html`<form class="asking" method="get" action="${url.origin}${url.pathname}">
${kept.map(([name, text]) => html`<input type="hidden" name="${name}" value="${text}">`)}
<div class="field"><label for="ask-search">Search</label><input type="search" id="ask-search" name="search" value="${value('search')}"></div>
<div class="field"><label for="ask-ordering">Order by</label><input type="text" id="ask-ordering" name="ordering" value="${value('ordering')}" list="ask-columns" placeholder="column, or -column for descending"></div>
<div class="field small"><label for="ask-limit">Rows</label><input type="number" id="ask-limit" name="limit" min="1" max="10000" value="${value('limit') || '100'}"></div>
<datalist id="ask-columns">${columns.flatMap(({ name }) => [html`<option value="${name}">`, html`<option value="-${name}">`])}</datalist>
<button type="submit">Show</button>
</form>`;
}
