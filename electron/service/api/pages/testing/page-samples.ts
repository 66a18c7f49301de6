import type { Dataset } from '#shared/api/records/dataset.ts';
import type { FormField, LoginContext, PageContext, PageForm } from '../page-context.ts';

const base = 'http://127.0.0.1:8042';

/** Contexts of every kind of page, for tests, with `text` wherever text from users or files appears. */
export function pagesWith(text: string): Readonly<Record<string, PageContext>> {
  const dataset = datasetWith(text);
  const row = JSON.stringify({ [text]: text, n: 1, place: { type: text, coordinates: [1, 2] } });
  const answer = JSON.stringify(dataset);
  return {
    dataset: pageWith(text, answer, {
      forms: formsWith(text),
      details: {
        kind: 'dataset',
        dataset,
        statistics: {
          latest: text,
          elements: 3,
          queries: 2,
          views: 1,
          saved_queries: [{ label: text, url: `${base}/q/`, data: `${base}/q/data/` }],
          columns: [{ label: text, description: text, name: text, type: text, size: 8 }],
        },
        firstRows: `[${row}]`,
      },
    }),
    namespace: pageWith(text, answer, { details: { kind: 'namespace', namespace: namespaceWith(text, dataset) } }),
    rows: pageWith(text, `{"count":9,"next":null,"previous":null,"results":[${row}]}`, {
      request: {
        method: 'GET',
        url: `${base}/data/?${new URLSearchParams([
          [`x${text}`, text],
          ['search', text],
        ])}`,
      },
      details: { kind: 'rows', columns: dataset.columns },
      paging: { count: 9, limit: 1, offset: 1, next: `${base}/n/`, previous: `${base}/p/` },
    }),
    list: pageWith(
      text,
      JSON.stringify({ count: 1, results: [{ url: `${base}/x/`, label: text, description: `x${text}` }] }),
      {},
    ),
    record: pageWith(
      text,
      JSON.stringify({ id: 1, owner: `x${text}`, groups: [`${base}/g/`, `x${text}`], [`x${text}`]: 'y' }),
      {},
    ),
    error: pageWith(text, JSON.stringify({ detail: text }), { details: { kind: 'error', status: 400 } }),
  };
}

export function loginWith(text: string): LoginContext {
  const errors = { non_field_errors: [text], username: [text] };
  const action = `${base}/auth/login/?next=${encodeURIComponent(text)}`;
  return {
    kind: 'login',
    username: text,
    csrfToken: text,
    action,
    errors,
    typedUsername: text,
    home: base,
    tool: text,
    nonce: 'n',
  };
}

function pageWith(text: string, json: string, own: Partial<PageContext>): PageContext {
  return {
    title: text,
    description: text,
    breadcrumbs: [
      { label: text, url: `${base}/api/` },
      { label: text, url: `${base}/api/v1/` },
    ],
    request: { method: 'GET', url: `${base}/api/v1/?q=${encodeURIComponent(text)}` },
    response: {
      status: 200,
      reason: 'OK',
      headers: [
        ['Content-Type', 'application/json'],
        ['X-Text', text],
      ],
      json,
    },
    formats: [{ label: 'json', url: `${base}/api/v1/?_format=json` }],
    allow: ['GET', 'HEAD', 'OPTIONS'],
    username: text,
    csrfToken: text,
    login: `${base}/auth/login/`,
    logout: `${base}/auth/logout/`,
    forms: [],
    paging: null,
    details: { kind: 'plain' },
    home: `${base}/api/`,
    tool: text,
    nonce: 'n',
    ...own,
  };
}

function datasetWith(text: string): Dataset {
  const url = `${base}/api/v1/namespaces/n/datasets/d/`;
  const version = {
    id: 1,
    dataset: url,
    label: text,
    slug: text,
    datetime: text,
    checksum: text,
    metadata: text,
    ready: true,
    url,
  };
  return {
    id: 1,
    label: text,
    slug: text,
    namespace: `${base}/api/v1/namespaces/n/`,
    description: text,
    image: text,
    showcase_image: '',
    thumbnail_image: '',
    url,
    versions: [version],
    data: `${url}data/`,
    columns: [{ type: text, description: text, name: text, label: text }],
    download: `${url}download/`,
  };
}

function namespaceWith(text: string, dataset: Dataset) {
  const { id, label, slug, description, image, showcase_image, thumbnail_image, namespace: url } = dataset;
  const datasets = [dataset];
  return {
    id,
    label,
    slug,
    description,
    image,
    showcase_image,
    thumbnail_image,
    published: true,
    url,
    allowed_groups: [text],
    datasets,
  };
}

function formsWith(text: string): PageForm[] {
  const kinds = ['text', 'slug', 'textarea', 'checkbox', 'file', 'choices', 'select', 'password', 'hidden'] as const;
  const fields = kinds.map((kind): FormField => {
    const value = kind === 'choices' ? [text] : kind === 'checkbox' ? true : text;
    const choices = [{ value: text, label: text }];
    return { name: text, label: text, kind, required: true, help: text, value, choices, maxLength: 100 };
  });
  const action = `${base}/api/v1/?_method=PUT&q=${encodeURIComponent(text)}`;
  return [{ action, title: text, submit: text, dangerous: true, fields }];
}
