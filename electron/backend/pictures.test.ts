import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { imageSize } from 'image-size';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Chart } from '#shared/chart.ts';
import { form } from '../service/conformance/testing/publishing.ts';
import { type TestResponse, underTest } from '../service/conformance/testing/service-under-test.ts';
import { openBrowserTabs } from './browser-tab.ts';

const root = path.join(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(tmpdir(), 'almanac-pictures-'));
const renderer = path.join(folder, 'renderer');
mkdirSync(renderer);
writeFileSync(path.join(folder, 'bridge.js'), '');
writeFileSync(path.join(renderer, 'index.html'), '<title>Almanac</title><script></script>');
afterAll(() => rmSync(folder, { recursive: true }));

// The window's drawing of charts as the build makes it.
beforeAll(async () => {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: path.join(root, 'renderer/pictures/draw-picture.ts'),
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      rolldownOptions: { output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name]-[hash].cjs' } },
    },
  });
});

const tabs = openBrowserTabs({
  service: () => under.service,
  scratchFolder: path.join(folder, 'scratch'),
  report: (_, error) => {
    throw error;
  },
});
const under = underTest({ window: { folder: renderer, embedFrom: [], tabs } });

const byYear: Chart = {
  id: 'one',
  mark: 'bar',
  x: { column: 'year', function: null, step: 0 },
  y: null,
  measure: { function: 'Count', column: null },
  color: null,
  facet: null,
  top: 20,
  sort: 'key',
  scale: 'linear',
  stack: 'none',
  running: false,
  missing: false,
};

interface Asked {
  readonly chart?: Chart;
  readonly format?: 'svg' | 'png';
  readonly namespace?: string;
  readonly dataset?: string;
  readonly version?: string;
  readonly more?: Readonly<Record<string, string>>;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function addressOf({ chart = byYear, format = 'svg', namespace = 'city', dataset = 'population', ...asked }: Asked) {
  const parameters = new URLSearchParams({
    namespace,
    dataset,
    ...(asked.version !== undefined && { view: `version=${asked.version}` }),
    show: JSON.stringify({ tab: 'charts', charts: [chart] }),
    ...asked.more,
  });
  return `/embed/chart.${format}?${parameters}`;
}

async function ask(asked: Asked = {}): Promise<TestResponse> {
  const { token, headers = {} } = asked;
  return under.ask(addressOf(asked), { headers, ...(token !== undefined && { token }) });
}

/** The texts of a picture, in order. */
function textsIn({ text }: TestResponse): string[] {
  return [...text.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, content = '']) => content);
}

const footerOf = (answer: TestResponse) => textsIn(answer).find((text) => text.startsWith('Source: '));

const barsIn = ({ text }: TestResponse) => text.match(/ecmeta_ssr_type="chart"/g)?.length ?? 0;

describe('a chart as SVG', () => {
  it('has its marks, the labels of its axes, title, source, version and date', async () => {
    const answer = await ask();
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect(barsIn(answer)).toBe(3);
    const texts = textsIn(answer);
    expect(texts).toEqual(expect.arrayContaining(['Number of rows by Year', '1990', '1991', '1992', '0', '2']));
    expect(footerOf(answer)).toMatch(/Source: City statistics, Population · Version.6.Mar.2015/);
    expect(answer.text).toMatch(/^<svg width="960" height="600"/);
  });

  it('is drawn in the language, the theme and the size that were asked for', async () => {
    const answer = await ask({ more: { lang: 'de', theme: 'dark', width: '600', height: '400' } });
    expect(textsIn(answer)).toContain('Anzahl Zeilen nach Year');
    expect(answer.text).toMatch(/^<svg width="600" height="400"/);
    expect(answer.text).toContain('fill="#11151c"');
    const words = { title: 'Köln & "Ulm"', subtitle: 'Below', note: 'A note', source: 'Office', licence: 'CC0' };
    const own = await ask({ chart: { ...byYear, words } });
    expect(textsIn(own)).toEqual(expect.arrayContaining(['Köln &amp; &quot;Ulm&quot;', 'Below', 'A note']));
    expect(footerOf(own)).toMatch(/^Source: Office · Licence: CC0 · Version/);
  });

  it('says that there is nothing to draw, as the window does', async () => {
    const nothing = await ask({ more: { view: 'year__exact=1800' } });
    expect(textsIn(nothing)).toContain('No rows to chart');
  });

  it('has maps of places and of the outlines of countries', async () => {
    const place = { column: 'place', function: 'Cell', step: 0.1 } as const;
    const answer = await ask({ chart: { ...byYear, mark: 'map', x: place } });
    expect([answer.status, answer.text.length > 5000]).toEqual([200, true]);
  });
});

describe('a chart as PNG', () => {
  it('has the size that was asked for, and letters though the machine may have no fonts', async () => {
    const [picture, without] = [
      await ask({ format: 'png', more: { width: '600', height: '400' } }),
      await ask({
        format: 'png',
        more: { width: '600', height: '400' },
        chart: { ...byYear, words: { title: 'WWWWWWWW' } },
      }),
    ];
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png']);
    expect(imageSize(picture.bytes)).toMatchObject({ type: 'png', width: 600, height: 400 });
    expect(picture.bytes.equals(without.bytes)).toBe(false);
  });
});

describe('its caching', () => {
  it('is for good if the version is pinned, and otherwise until something changes', async () => {
    const pinned = await ask({ version: '20150306070911130000' });
    expect([pinned.status, pinned.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    const newest = await ask();
    expect(newest.headers['cache-control']).toBe('public, no-cache');
    const { etag = '' } = newest.headers;
    const headers = { 'if-none-match': etag };
    expect((await ask({ headers })).status).toBe(304);
    expect((await ask({ headers, more: { theme: 'dark' } })).status).toBe(200);
    await under.ask('/api/v1/namespaces/city/datasets/population/provenance/', {
      method: 'PATCH',
      token: under.tokens.owner,
      json: { licence: 'CC BY 4.0' },
    });
    const changed = await ask({ headers });
    expect([changed.status, footerOf(changed)]).toEqual([200, expect.stringContaining('Licence: CC BY 4.0')]);
  });
});

describe('what only some may read', () => {
  it('is drawn for their tokens alone, and is not cached for others', async () => {
    const secret = { namespace: 'hidden', dataset: 'secret' };
    expect((await ask(secret)).status).toBe(401);
    expect((await ask({ ...secret, token: under.tokens.stranger })).status).toBe(403);
    const own = await ask({ ...secret, token: under.tokens.owner });
    expect([own.status, own.headers['cache-control'], own.headers.vary]).toEqual([
      200,
      'private, no-cache',
      expect.stringContaining('Authorization'),
    ]);
    expect((await ask(secret)).status).toBe(401);
    expect((await ask({ ...secret, token: 'wrong' })).status).toBe(401);
  });

  it('includes what is selected by a code list', async () => {
    const token = under.tokens.staff;
    const lists = '/api/v1/namespaces/members/datasets/';
    const file = form('code,label,parent\n1990,Then,\n1991,Later,1990\n', 'years.csv', {
      slug: 'years',
      label: 'Years',
    });
    expect((await under.ask(lists, { method: 'POST', token, body: file })).status).toBe(202);
    const column = '/api/v1/namespaces/city/datasets/population/columns/year/';
    const link = async () => {
      const json = { codes: `${under.base}${lists}years/` };
      return (await under.ask(column, { method: 'PATCH', token, json })).status;
    };
    await expect.poll(link).toBe(200);
    const chosen = { more: { view: 'year__under=1990' } };
    const own = await ask({ ...chosen, token: under.tokens.member });
    expect([own.status, barsIn(own)]).toEqual([200, 2]);
    expect((await ask(chosen)).status).toBe(400);
  });
});

describe('a parameter that cannot be used', () => {
  it.each([
    ['width', { more: { width: '100000' } }],
    ['width', { more: { width: '1e3' } }],
    ['height', { more: { height: '1' } }],
    ['theme', { more: { theme: 'url(x)' } }],
    ['lang', { more: { lang: '../de' } }],
    ['as', { more: { as: 'grid' } }],
    ['show', { more: { show: '{"charts":[]}' } }],
    ['show', { more: { show: '{' } }],
    ['show', { chart: { ...byYear, style: { accent: 'url(http://evil.example)' } } }],
    ['show', { chart: { ...byYear, x: { ...byYear.x, column: 'nowhere' } } }],
    ['namespace', { namespace: '..' }],
    ['dataset', { dataset: 'a/b' }],
    ['view', { more: { view: 'year__nonsense=1' } }],
  ] as const)('is named: %s', async (name, asked) => {
    const { status, json } = await ask(asked);
    expect([status, Object.keys(json)]).toEqual([400, [name]]);
  });

  it('such as a version or a dataset that is not there, is not found', async () => {
    expect((await ask({ dataset: 'nowhere' })).status).toBe(404);
    expect((await ask({ version: '20990101000000000000' })).status).toBe(404);
  });
});

it('hostile texts stay texts: a picture has neither scripts nor links', async () => {
  const words = {
    title: '</text><script>alert(1)</script>]]><a href="https://evil.example">\u0000\ud800',
    subtitle: '&lt;img onerror=1&gt; <image href="https://evil.example/x.png"/>',
    note: '<style><![CDATA[*{fill:url(https://evil.example)}]]></style>',
  };
  const answer = await ask({ chart: { ...byYear, words } });
  const { text, headers } = answer;
  expect(text).not.toMatch(/<(script|a|image|foreignObject|use|style|iframe)\b/i);
  expect(text).not.toMatch(/<[^>]*\s(on\w+|href|xlink:href|src)\s*=/i);
  expect(text.replaceAll(/xmlns(:xlink)?="[^"]*"/g, '').replaceAll(/>[^<]*</g, '><')).not.toContain('http');
  expect(headers['content-security-policy']).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox");
  expect((await ask({ chart: { ...byYear, words }, format: 'png' })).status).toBe(200);
});

it('many pictures at once are drawn in turn, and the service answers meanwhile', async () => {
  const many = Array.from({ length: 30 }, (_, at) => ask({ more: { width: String(400 + at) } }));
  expect((await under.ask('/api/v1/namespaces/city/')).status).toBe(200);
  expect((await Promise.all(many)).map(({ status }) => status)).toEqual(many.map(() => 200));
});

it('previews of links to charts show them', async () => {
  const link = addressOf({}).replace('/embed/chart.svg', '/app/');
  const [, address = ''] = /property="og:image" content="([^"]+)"/.exec((await under.ask(link)).text) ?? [];
  const { pathname, search } = new URL(address.replaceAll('&amp;', '&'));
  const picture = await under.ask(`${pathname}${search}`);
  expect(imageSize(picture.bytes)).toMatchObject({ type: 'png', width: 1200, height: 630 });
});
