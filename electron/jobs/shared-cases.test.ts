import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PublishResult } from '#shared/rpc/jobs.ts';
import { openTestJobs, publishing, type TestJobs } from './testing/test-jobs.ts';

/** Small inputs with the right answer, which are not part of the project; their README says what each key means. */
const cases = resolve(import.meta.dirname, '../../../shared/cases');
const there = existsSync(cases);
if (!there) process.stderr.write(`The tests of small inputs are skipped: there is no ${cases}.\n`);

interface Expected {
  readonly rows?: readonly object[];
  readonly not?: readonly object[];
  readonly columns?: number;
  readonly count?: number;
  readonly text?: string;
  readonly error?: true;
  readonly asked?: true;
  readonly filter?: Readonly<Record<string, readonly unknown[]>>;
  readonly ordering?: Readonly<Record<string, readonly unknown[]>>;
  readonly search?: Readonly<Record<string, number>>;
  readonly groups?: Readonly<Record<string, number>>;
  /** The column by which rows are named. */
  readonly by?: string;
}

const signal = new AbortController().signal;
const files = there ? readdirSync(cases).filter((name) => /(?<!expected)\.(?:csv|json)$/.test(name)) : [];

describe.skipIf(!there)('a small input', () => {
  let jobs: TestJobs;
  beforeAll(async () => {
    jobs = await openTestJobs();
  });
  afterAll(() => jobs.close());

  /** Whether the preview of a file has a question about it, or a notice. */
  async function isAsked(file: string): Promise<boolean> {
    const { findings, notices, columns } = await jobs.functions.previewFile({ path: file, options: {} }, signal);
    return (
      notices.length > 0 ||
      findings.some(({ unsure }) => unsure) ||
      columns.some(({ question, reason }) => question !== undefined || reason !== null)
    );
  }

  async function published(file: string, name: string) {
    const job = await jobs.succeed(publishing(file, name.replace(/\W/g, '-')));
    const { address } = job.result as PublishResult;
    const token = await jobs.service.issueOperatorToken();
    return async (parameters: string): Promise<{ count: number; results: Record<string, unknown>[] }> => {
      const answer = await fetch(`${address}data/?${parameters}`, { headers: { Authorization: `Token ${token}` } });
      expect({ parameters, status: answer.status }).toEqual({ parameters, status: 200 });
      return (await answer.json()) as { count: number; results: Record<string, unknown>[] };
    };
  }

  const encoded = (parameters: string) => new URLSearchParams(parameters.replaceAll('+', '%2B')).toString();

  test.each(files)('has the right answer: %s', async (name) => {
    const file = join(cases, name);
    const text = await readFile(join(cases, name.replace(/\.\w+$/, '.expected.json')), 'utf8');
    const { by = '', ...expected } = JSON.parse(text) as Expected;
    if (expected.error) {
      const failed = await jobs.run(publishing(file, name.replace(/\W/g, '-')));
      expect(failed.state).toBe('failed');
      expect(failed.failure).not.toBeNull();
      return;
    }
    const ask = await published(file, name);
    const { count, results } = await ask('limit=1000');
    const plain = results.map(({ _id, ...row }) => row);
    if (expected.rows !== undefined) expect(plain).toEqual(expected.rows);
    for (const row of expected.not ?? []) expect(plain).not.toContainEqual(expect.objectContaining(row));
    if (expected.columns !== undefined) expect(Object.keys(plain[0] ?? {})).toHaveLength(expected.columns);
    if (expected.count !== undefined) expect(count).toBe(expected.count);
    if (expected.asked) expect(await isAsked(file)).toBe(true);
    if (expected.text !== undefined) {
      const [header = '', ...lines] = expected.text.trimEnd().split('\n');
      expect(Object.keys(plain[0] ?? {})).toEqual(header.split(','));
      expect(plain.map((row) => Object.values(row).join(','))).toEqual(lines);
    }
    for (const [filter, values] of Object.entries(expected.filter ?? {}))
      expect((await ask(encoded(filter))).results.map((row) => row[by])).toEqual(values);
    for (const [ordering, values] of Object.entries(expected.ordering ?? {}))
      expect((await ask(encoded(`ordering=${ordering}`))).results.map((row) => row[by])).toEqual(values);
    for (const [search, found] of Object.entries(expected.search ?? {}))
      expect({ search, count: (await ask(encoded(`search=${search}`))).count }).toEqual({ search, count: found });
    for (const [groups, found] of Object.entries(expected.groups ?? {}))
      expect((await ask(encoded(groups))).count).toBe(found);
  });
});
