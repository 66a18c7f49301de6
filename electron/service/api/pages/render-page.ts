import type { Dataset } from '#shared/api/records/dataset.ts';
import type { Namespace } from '#shared/api/records/namespace.ts';
import type { Statistics } from '#shared/api/records/statistics.ts';
import { forms } from './forms.ts';
import { type Html, html, linkedText, when } from './html.ts';
import { layout } from './layout.ts';
import { type FormField, mediaAddress, type PageContext, type PageDetails, type PageForm } from './page-context.ts';
import { cellText, shortened } from './parts/cell-text.ts';
import { exchangePart, pagingPart } from './parts/exchange-part.ts';
import { type JsonTree, linkTarget, readJsonTree } from './parts/json-view.ts';
import { recordFacts, recordName } from './parts/record-facts.ts';
import { rowsPart, rowsTable } from './parts/rows-table.ts';

/** Maximum number of characters of a response shown on its page, which links to the complete response. */
const maxParsedLength = 1_000_000;

/** The browsable page of a response: a complete HTML document. */
export function renderPage(context: PageContext): string {
  const { response, breadcrumbs, home, tool, nonce } = context;
  const tree = response.json === null ? null : readJsonTree(response.json, maxParsedLength);
  const { title, description, image } = heading(context, tree);
  const content = html`<h1>${title}</h1>
${description === '' ? null : html`<div class="intro"><p>${linkedText(description)}</p></div>`}
${image === '' ? null : html`<img class="showcase" src="${mediaAddress(image)}" alt="">`}
${overview(context, tree)}
${forms([...context.forms, ...tokenForm(context)], context.csrfToken)}
${exchangePart(context, tree, (response.json?.length ?? 0) <= maxParsedLength)}`;
  return layout({ title, breadcrumbs, account: account(context), home, tool, nonce, content });
}

function account({ username, login, logout }: PageContext): Html {
  if (username === null) return html`<a href="${login}">Log in</a>`;
  return html`<span>${username}</span> <a href="${logout}">Log out</a>`;
}

interface Heading {
  readonly title: string;
  readonly description: string;
  /** Name of the image to show; empty for none. */
  readonly image: string;
}

function heading(context: PageContext, tree: JsonTree | null): Heading {
  const { details, response } = context;
  switch (details.kind) {
    case 'dataset':
      return named(details.dataset);
    case 'namespace':
      return named(details.namespace);
    case 'error':
      return { title: `${details.status} ${response.reason}`, description: detail(tree), image: '' };
    case 'rows':
      return { title: `Rows of ${context.breadcrumbs.at(-2)?.label ?? 'the dataset'}`, description: '', image: '' };
    case 'plain':
      return { title: ownName(context, tree), description: context.description, image: '' };
  }
}

const named = (record: Pick<Dataset, 'label' | 'slug' | 'description' | 'showcase_image'>): Heading => ({
  title: record.label === '' ? record.slug : record.label,
  description: record.description,
  image: record.showcase_image,
});

/** The display name of a single record, or else of the resource. */
function ownName({ title, request }: PageContext, tree: JsonTree | null): string {
  if (request.method === 'OPTIONS' || member(tree, 'url') === undefined) return title;
  for (const key of ['label', 'username', 'name']) {
    const value = member(tree, key);
    if (value?.kind === 'string' && value.value !== '') return value.value;
  }
  return title;
}

/** The message of an error: its detail, or nothing if it has messages by field. */
function detail(tree: JsonTree | null): string {
  const detailNode = member(tree, 'detail');
  return detailNode?.kind === 'string' ? detailNode.value : '';
}

function member(tree: JsonTree | null, name: string): JsonTree | undefined {
  return tree?.kind === 'object' ? tree.entries.find(([key]) => key === name)?.[1] : undefined;
}

/** The readable presentation of a response, shown before its JSON. */
function overview(context: PageContext, tree: JsonTree | null): Html | readonly Html[] | null {
  const { details } = context;
  switch (details.kind) {
    case 'dataset':
      return datasetPart(details);
    case 'namespace':
      return namespacePart(details.namespace);
    case 'rows':
      return rowsPart(context, details.columns, member(tree, 'results'));
    case 'error':
      return html`${fieldMessages(tree)}${context.request.method === 'GET' ? null : html`<p class="paging">Use your browser’s Back button to return to the form as you filled it in.</p>`}`;
    case 'plain':
      return tree === null ? null : plainPart(context, tree);
  }
}

/** The fields of a single record, and lists of links; nothing for OPTIONS. */
function plainPart({ request, paging }: PageContext, tree: JsonTree): Html | null {
  if (request.method === 'OPTIONS') return null;
  return html`${recordFacts(tree)}${recordLists(tree)}${pagingPart(paging)}`;
}

/** The messages of an error by field or parameter. */
function fieldMessages(tree: JsonTree | null): Html | null {
  const fields = tree?.kind === 'object' ? tree.entries.filter(([, value]) => value.kind === 'array') : [];
  if (fields.length === 0) return null;
  return html`<dl class="messages">${fields.map(([name, messages]) => {
    const detailNode = messages.kind === 'array' ? messages.items.map((each) => cellText(each) ?? '') : [];
    return html`<dt>${name === 'non_field_errors' ? 'General' : html`<code>${name}</code>`}</dt><dd>${detailNode.join(' ')}</dd>`;
  })}</dl>`;
}

/** The page of a namespace: its datasets, each with its description and last publication. */
function namespacePart(namespace: Namespace): Html {
  if (namespace.datasets.length === 0) {
    return html`<section><h2>Datasets</h2><p class="quiet">No datasets yet.</p></section>`;
  }
  return html`<section><h2>Datasets</h2><ul class="list card">${namespace.datasets.map((dataset) => {
    const latest = dataset.versions.find((version) => version.ready);
    const image = dataset.thumbnail_image;
    return html`<li>${image === '' ? null : html`<img class="thumbnail" src="${mediaAddress(image)}" alt="" loading="lazy">`}<a href="${dataset.url}">${dataset.label === '' ? dataset.slug : dataset.label}</a>${dataset.hidden === true ? html` <span class="quiet">Hidden</span>` : null}
<p>${shortened(dataset.description.split('\n', 1)[0] ?? '', 240)}</p>
<p>${latest === undefined ? 'No data yet' : html`${dataset.columns.length} columns, latest version of ${when(latest.datetime)}`}</p></li>\n`;
  })}</ul></section>`;
}

const field = { required: true, help: '', value: '', choices: [], maxLength: null } as const;

const fields: readonly FormField[] = [
  { ...field, name: 'username', label: 'Username', kind: 'text' },
  { ...field, name: 'password', label: 'Password', kind: 'password' },
];

/** The form of the token endpoint: GET is refused there, but its error page offers the form. */
function tokenForm({ request, allow, details }: PageContext): PageForm[] {
  const { origin, pathname } = new URL(request.url);
  const isTokenPage = pathname.endsWith('/auth/token/obtain/') && details.kind === 'error' && allow.includes('POST');
  if (!isTokenPage) return [];
  const action = `${origin}${pathname}`;
  return [{ action, title: 'Obtain a token', submit: 'Obtain', fields }];
}

interface ListedRecord {
  readonly url: string;
  readonly name: string;
  readonly note: Html | string;
}

/** Each list of linked records in a response (a page's results, discovery's endpoints) as a list of links. */
function recordLists(tree: JsonTree): Html[] {
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

type DatasetDetails = Extract<PageDetails, { kind: 'dataset' }>;

/** The page of a dataset: figures, first rows, columns, versions and saved queries. */
function datasetPart({ dataset, statistics, firstRows }: DatasetDetails): Html {
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
