import type { Dataset } from '#shared/api/records/dataset.ts';
import type { Statistics } from '#shared/api/records/statistics.ts';
import { type Html, html } from '../html.ts';
import type { PageDetails } from '../page-context.ts';
import { when } from '../when.ts';
import { readJsonTree } from './json-tree.ts';
import { rowsTable } from './rows-table.ts';

type DatasetDetails = Extract<PageDetails, { kind: 'dataset' }>;

/** The page of a dataset: figures, first rows, columns, versions and saved queries. */
export function datasetPart({ dataset, statistics, firstRows }: DatasetDetails): Html {
  const hidden = html`<p class="quiet">Hidden: only those who may write in its namespace see it.</p>`;
  return html`${dataset.hidden === true ? hidden : null}${figures(statistics)}
${firstRows === null ? null : downloadLinks(dataset)}
${rows(dataset, firstRows)}
${columns(statistics)}
${versions(dataset)}
${savedQueries(statistics)}`;
}

function figures(statistics: Statistics): Html {
  const figure = (name: string, value: Html | string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`<dl class="figures">${[
    figure('Time of latest data', statistics.latest === null ? 'No data yet' : when(statistics.latest)),
    figure('Elements', statistics.elements.toLocaleString('en')),
    figure('Queries', statistics.queries.toLocaleString('en')),
    figure('Views', statistics.views.toLocaleString('en')),
    figure('Saved queries', statistics.saved_queries.length.toLocaleString('en')),
  ]}</dl>`;
}

/** The formats of a download: value of `_format` and display name. */
const downloads = [
  ['csv', 'CSV'],
  ['tsv', 'TSV'],
  ['json', 'JSON'],
  ['ndjson', 'NDJSON'],
  ['geojson', 'GeoJSON'],
  ['parquet', 'Parquet'],
  ['xlsx', 'Excel'],
] as const;

function downloadLinks(dataset: Dataset): Html {
  const links = downloads.map(([format, name]) => html` <a href="${dataset.download}?_format=${format}">${name}</a>`);
  return html`<p class="ways"><a class="button" href="${dataset.data}">All rows</a> <span class="quiet">Download as</span>${links}</p>`;
}

function rows(dataset: Dataset, firstRows: string | null): Html {
  const tree = firstRows === null ? null : readJsonTree(firstRows);
  const found = tree?.kind === 'array' ? tree.items : [];
  if (found.length === 0) {
    const said = firstRows === null ? 'This dataset has no data yet.' : 'The newest version has no rows.';
    return html`<section><h2>First rows</h2><p class="quiet">${said}</p></section>`;
  }
  return html`<section><h2>First rows</h2>${rowsTable('First rows', dataset.columns, found)}</section>`;
}

function columns(statistics: Statistics): Html | null {
  if (statistics.columns.length === 0) return null;
  return html`<section><h2>Columns</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Columns"><table class="columns"><caption class="hidden">Columns</caption>
<thead><tr><th scope="col">Label</th><th scope="col">Description</th><th scope="col">Name</th><th scope="col">Data type</th><th scope="col" class="number">Size</th></tr></thead>
<tbody>
${statistics.columns.map(
  ({ label, description, name, type, size }) =>
    html`<tr><th scope="row">${label}</th><td>${description}</td><td><code>${name}</code></td><td><span class="tag">${type}</span></td><td class="number">${size}</td></tr>\n`,
)}</tbody></table></div></section>`;
}

function versions(dataset: Dataset): Html {
  if (dataset.versions.length === 0) return html`<section><h2>Versions</h2><p class="quiet">None yet.</p></section>`;
  return html`<section><h2>Versions</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Versions"><table><caption class="hidden">Versions</caption>
<thead><tr><th scope="col">Published</th><th scope="col">Version</th><th scope="col">State</th><th scope="col">Checksum (SHA-256)</th></tr></thead>
<tbody>
${dataset.versions.map(
  ({ datetime, slug, url, ready, checksum }) =>
    html`<tr><td>${when(datetime)}</td><td><a href="${url}"><code>${slug}</code></a></td><td>${ready ? 'ready' : 'importing'}</td><td><code title="${checksum}">${checksum === '' ? '' : `${checksum.slice(0, 16)}…`}</code></td></tr>\n`,
)}</tbody></table></div></section>`;
}

function savedQueries(statistics: Statistics): Html {
  const list = statistics.saved_queries.map(
    ({ label, url, data }) =>
      html`<li><a href="${url}">${label}</a> <a class="quiet" href="${data}" aria-label="Rows of ${label}">rows</a></li>\n`,
  );
  return html`<section><h2>Saved queries</h2>${list.length === 0 ? html`<p class="quiet">None yet.</p>` : html`<ul class="list card">${list}</ul>`}</section>`;
}
