import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type PostgresForTest,
  startPostgres,
  testPassword,
} from '../../service/catalogue/database/testing/postgres-server.ts';
import { skipWithoutPostgres } from '../../service/catalogue/database/testing/skip-without-postgres.ts';
import { commandHere } from '../testing/run-command.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-migrate-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs a command on the data folder. */
const run = (words: readonly string[], env: Record<string, string> = {}) =>
  commandHere([...words, '--data', path.join(folder, 'data')], env);

describe.skipIf(skipWithoutPostgres())('A store whose catalogue was migrated', () => {
  let server: PostgresForTest;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.close());

  it('is used by every other command through its data folder, and moves back', async () => {
    const env = { ALMANAC_CATALOGUE_PASSWORD: testPassword };
    const file = path.join(folder, 'towns.csv');
    await writeFile(file, 'a\n1\n');
    expect((await run(['publish', file, '--to', 'n/before'])).code).toBe(0);
    const moved = await run(['migrate', '--to', server.url(await server.createDatabase(), null), '--json'], env);
    expect([moved.code, JSON.parse(moved.out)]).toMatchObject([0, { ok: true, records: expect.any(Number) }]);
    expect((await run(['publish', file, '--to', 'n/after'], env)).code).toBe(0);
    const backup = await run(['backup', path.join(folder, 'copy')], env);
    expect([backup.code, backup.error]).toEqual([1, expect.stringContaining('pg_dump')]);
    const repaired = await run(['repair'], env);
    expect([repaired.code, repaired.error]).toEqual([1, expect.stringContaining('pg_dump')]);
    expect((await run(['migrate', '--back'], env)).code).toBe(0);
    const { out } = await run(['ls']);
    expect(out).toMatch(/after[\s\S]*before|before[\s\S]*after/);
  });
});
