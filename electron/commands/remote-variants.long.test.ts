import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyVariant } from '../connector/testing/every-variant.ts';
import { sampleColumns, sampleRows } from '../connector/testing/sample-rows.ts';
import type { Variant } from '../connector/testing/variant.ts';
import { startVariant } from '../connector/testing/variant-service.ts';
import { parseExactly } from '../lib/exact-json.ts';
import { runCommandHere } from './testing/run-command.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-variants-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const almanac = (...words: string[]) => runCommandHere(...words, '--data', path.join(folder, 'data'));

async function withService<Result>(variant: Variant, act: (url: string) => Promise<Result>): Promise<Result> {
  const service = await startVariant(variant);
  try {
    return await act(service.url);
  } finally {
    await service.close();
  }
}

const expected = sampleRows.map((row) => new Map(sampleColumns.map(({ name }, at) => [name, row[at] ?? null])));

let answered = 0;

/** A different number of rows at every request: no reading can be complete. */
function otherCount(): number {
  answered += 1;
  return answered % 2 === 0 ? 100 : 250;
}

describe('almanac ls and export', () => {
  for (const [name, variant] of Object.entries(everyVariant)) {
    it(`return every row once: ${name}`, () =>
      withService(variant, async (url) => {
        const file = path.join(folder, `${name}.ndjson`);
        const address = `${url}api/v1/namespaces/city/datasets/everything/`;
        const listed = await almanac('ls', url, '--json');
        const exported = await almanac('export', address, '--to', file, '--no-descriptor');
        expect({ listed: listed.status, exported: exported.status, err: listed.err }).toEqual({
          listed: 0,
          exported: 0,
          err: '',
        });
        expect(JSON.parse(listed.out)).toMatchObject({
          address: url,
          namespaces: [{ slug: 'city', datasets: [{ slug: 'everything' }, {}] }],
        });
        const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
        expect(lines.map((line) => new Map(Object.entries(parseExactly(line) ?? {})))).toEqual(expected);
      }));
  }

  const faults: Readonly<Record<string, Variant>> = {
    'pages in a circle': {
      intercept(_request, response, address) {
        if (!address.pathname.endsWith('/data/')) return false;
        response.setHeader('content-type', 'application/json');
        response.end('{"next":"?cursor=1","previous":null,"results":[{"id":1}]}');
        return true;
      },
    },
    'a number of rows that is another one each time': {
      paging: 'cursor-counted',
      pageSize: 50,
      count: otherCount,
    },
  };
  for (const [name, variant] of Object.entries(faults)) {
    it(`fail clearly and leave no file: ${name}`, () =>
      withService(variant, async (url) => {
        const file = path.join(folder, `${name}.csv`);
        const { status, out, err } = await almanac(
          'export',
          `${url}api/v1/namespaces/city/datasets/everything/`,
          '--to',
          file,
        );
        expect(status).not.toBe(0);
        expect(out).toBe('');
        expect(err).toMatch(/almanac: .+/);
        expect((await readdir(folder)).filter((entry) => entry.startsWith(name))).toEqual([]);
      }));
  }

  it('fail clearly if there is no service', async () => {
    const { status, err } = await almanac('ls', 'http://127.0.0.1:9/');
    expect(status).not.toBe(0);
    expect(err).toContain('Nothing responds at 127.0.0.1:9');
  });
});
