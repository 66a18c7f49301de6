import type { Dataset } from '#shared/api/records/dataset.ts';
import type { Namespace } from '#shared/api/records/namespace.ts';
import { forms } from './forms.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';
import { linkedText } from './linked-text.ts';
import { mediaAddress } from './media-address.ts';
import type { FormField, PageContext, PageForm } from './page-context.ts';
import { cellText, shortened } from './parts/cell-text.ts';
import { datasetPart } from './parts/dataset-part.ts';
import { exchangePart, pagingPart } from './parts/exchange-part.ts';
import { type JsonTree, readJsonTree } from './parts/json-tree.ts';
import { recordFacts } from './parts/record-facts.ts';
import { recordLists } from './parts/record-lists.ts';
import { rowsPart } from './parts/rows-part.ts';
import { when } from './when.ts';

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
