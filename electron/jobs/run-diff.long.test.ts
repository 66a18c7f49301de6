import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { englishText } from '#shared/english/english-text.ts';
import type { DiffRequest, DiffResult, Job } from '#shared/rpc/jobs.ts';
import { readDifferences } from '../connector/catalogue/differences.ts';
import { startVariant } from '../connector/testing/variant-service.ts';
import { openTestJobs, publishing, type TestJobs } from './testing/test-jobs.ts';

const signal = new AbortController().signal;

let test: TestJobs;
let versions: string[];
beforeAll(async () => {
  test = await openTestJobs();
  versions = await published('people', [
    'id,name,age\n1,Ada,36\n2,Bob,40\n3,Cy,50\n',
    'id,name,town\n1,Ada,London\n2,Bobby,Rome\n4,Di,Oslo\n',
    'id,name,town\n1,Ada,London\n2,Bobby,Rome\n4,Di,Oslo\n',
  ]);
});
afterAll(() => test.close());

async function published(dataset: string, texts: readonly string[]): Promise<string[]> {
  const slugs: string[] = [];
  for (const [number, text] of texts.entries()) {
    const file = path.join(test.folder, `${dataset}-${number}.csv`);
    await writeFile(file, text);
    const { result } = await test.succeed(publishing(file, dataset));
    if (result?.kind !== 'publish') throw new Error('It was not published');
    slugs.push(result.version);
  }
  return slugs;
}

function comparing(before: number, after: number, key: string[], connection = 'local'): DiffRequest {
  const reference = { connection, namespace: 'tests', dataset: 'people' };
  return { kind: 'diff', reference, before: versions[before] ?? '', after: versions[after] ?? '', key };
}

const resultOf = (job: Job) => job.result as DiffResult;

describe('a comparison of two versions', () => {
  it('counts changed, added and removed rows by a key, and reports how the columns differ', async () => {
    const job = await test.succeed(comparing(0, 1, ['id']));
    expect(resultOf(job)).toEqual({
      kind: 'diff',
      key: ['id'],
      added: 1,
      removed: 1,
      changed: 1,
      columnsAdded: ['town'],
      columnsRemoved: ['age'],
      columnsRetyped: [],
    });
  });

  it('without a key compares whole rows', async () => {
    expect(resultOf(await test.succeed(comparing(0, 1, [])))).toMatchObject({ added: 2, removed: 2, changed: 0 });
  });

  it('by default uses the key of the dataset, which is found once and used by every comparison', async () => {
    const line = (place: string, year: number, value: number) => `${place},${year},${value}\n`;
    const texts = [0, 1, 2].map((change) =>
      ['place,year,value\n', line('A', 1, 5), line('A', 2, 5 + change), line('B', 1, 5), line('B', change + 2, 9)].join(
        '',
      ),
    );
    const slugs = await published('kept', texts);
    const reference = { connection: 'local', namespace: 'tests', dataset: 'kept' };
    const request = { kind: 'diff', reference, before: slugs[0] ?? '', after: slugs[1] ?? '' } as const;
    const found = await test.succeed({ ...request, key: null });
    expect(resultOf(found)).toMatchObject({ key: ['place', 'year'], added: 1, removed: 1, changed: 1 });
    const overHttp = (key: readonly string[] | null) =>
      test.connections
        .use('local', (source) =>
          readDifferences(source, reference, { ...request, key, columns: [], offset: 0, limit: 10 }),
        )
        .then((one) => [one.key, one.added, one.removed, one.changed]);
    expect(await overHttp(null)).toEqual([['place', 'year'], 1, 1, 1]);
    expect(await overHttp([])).toEqual([[], 2, 2, 0]);
    // The one that the user chooses replaces it.
    await test.succeed({ ...request, key: ['year', 'place', 'value'] });
    expect(await overHttp(null)).toEqual([['place', 'year', 'value'], 2, 2, 0]);
  });

  it('with equal checksums is answered without reading', async () => {
    const job = await test.succeed(comparing(1, 2, ['name']));
    expect(resultOf(job)).toMatchObject({ added: 0, removed: 0, changed: 0 });
  });

  it('is refused with a message for a key that is not unique', async () => {
    const slugs = await published('twice', ['id,v\n1,a\n1,b\n', 'id,v\n1,a\n2,b\n']);
    const reference = { connection: 'local', namespace: 'tests', dataset: 'twice' };
    const [before = '', after = ''] = slugs;
    const job = await test.run({ kind: 'diff', reference, before, after, key: ['id'] });
    expect([job.state, job.failure?.kind]).toEqual(['failed', 'bad-query']);
    expect(job.failure && englishText(job.failure)).toMatch(/several rows have the same "id"/);
    const both = await test.succeed({ kind: 'diff', reference, before, after, key: ['id', 'v'] });
    expect(resultOf(both)).toMatchObject({ added: 1, removed: 1, changed: 0 });
  });

  it.each([
    ['a version that is gone', () => ({ ...comparing(0, 1, []), before: '20000101000000000000' }), 'not-found'],
    [
      'a dataset that is gone',
      () => ({ ...comparing(0, 1, []), reference: { connection: 'local', namespace: 'tests', dataset: 'x' } }),
      'not-found',
    ],
    ['a column that is none', () => comparing(0, 1, ['town']), 'bad-query'],
  ])('of %s fails', async (_name, request, code) => {
    const job = await test.run(request());
    expect([job.state, job.failure?.kind]).toEqual(['failed', code]);
  });

  it('is cancelled at once while it waits', async () => {
    const jobs = await Promise.all(
      [0, 1, 2, 3].map(() => test.functions.startJob({ request: comparing(0, 1, ['id']) }, signal)),
    );
    const last = jobs.at(-1)?.id ?? '';
    const { state } = await test.functions.cancelJob({ job: last }, signal);
    expect(['cancelled', 'done']).toContain(state);
    for (const { id } of jobs) await test.until(id, 'done', 'cancelled');
  });
});

describe('versions of another service', () => {
  it('are compared by the service if it can', async () => {
    const other = await test.connections.add(test.service.url, 'Other', '', signal);
    const job = await test.succeed(comparing(0, 1, ['id'], other.id));
    expect(resultOf(job)).toMatchObject({ added: 1, removed: 1, changed: 1, columnsAdded: ['town'] });
    const twice = await test.run(comparing(0, 1, ['nothing'], other.id));
    expect([twice.state, twice.failure?.kind]).toEqual(['failed', 'bad-query']);
  });

  it('are otherwise not compared, with a message that says what to do', async () => {
    const variant = await startVariant({ paging: 'offset', pageSize: 50 });
    try {
      const other = await test.connections.add(variant.url, 'Plain', '', signal);
      const job = await test.run(comparing(0, 1, ['id'], other.id));
      expect([job.state, job.failure?.kind]).toEqual(['failed', 'not-here']);
      expect(job.failure && englishText(job.failure)).toMatch(/Keep copies of both on this computer/);
    } finally {
      await variant.close();
    }
  });
});
