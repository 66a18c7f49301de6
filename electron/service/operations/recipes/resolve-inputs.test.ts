import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEngine } from '../../engine/engine.ts';
import { IngestError } from '../../reading/reading.ts';
import { checkStatement } from '../../reading/statements/check-statement.ts';
import type { NamedTable } from '../../reading/statements/statement.ts';
import { namedAttacks } from '../../reading/statements/testing/attacks-for-test.ts';
import { type Service, startService } from '../../service.ts';
import { resolveInputs } from './resolve-inputs.ts';

let folder = '';
let service: Service;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-inputs-'));
  service = await startService({ dataFolder: path.join(folder, 'data'), samples: null, prepareRows: false });
  const file = path.join(folder, 'secret.csv');
  await writeFile(file, 'n\n1\n');
  const request = {
    namespace: { slug: 'hidden', create: { label: 'Hidden', published: false, allowedGroups: [] } },
    dataset: { slug: 'secret', create: { label: 'Secret', description: '' } },
    file: { path: file, format: 'csv' as const },
    columns: [],
    sourceName: 'secret',
    mode: 'replace' as const,
  };
  await service.publish(request, {});
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

/** The tables that attacks name, as the parser finds them. */
async function attackedTables(): Promise<NamedTable[]> {
  const options = { memoryBytes: 256 * 2 ** 20, threads: 1, spillFolder: folder, functions: {}, alone: true };
  const engine = await openEngine(options);
  try {
    return await engine.import({}, async (session) => {
      const found: NamedTable[] = [];
      for (const { sql } of namedAttacks) found.push(...(await checkStatement(session, sql)).tables);
      return found;
    });
  } finally {
    await engine.close();
  }
}

it('the second guard alone knows none of the names that attacks use', async () => {
  const { records } = service.deps.catalogue;
  const tables = await attackedTables();
  expect(tables.length).toBeGreaterThanOrEqual(namedAttacks.length);
  const answers = new Set<string>();
  for (const table of tables) {
    const error = await resolveInputs(records, [table], { kind: 'caller', caller: null }).then(
      () => new Error(`${table.name} was found.`),
      (reason: unknown) => reason,
    );
    answers.add(error instanceof IngestError ? error.reason.code : String(error));
  }
  expect([...answers]).toEqual(['sql-no-dataset']);
  const place = { line: 1, column: 1, excerpt: '' };
  const own = await resolveInputs(records, [{ name: 'hidden/secret', place }], { kind: 'owner' });
  expect(own.map(({ dataset }) => dataset)).toEqual(['secret']);
});
