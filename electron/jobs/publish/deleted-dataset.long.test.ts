import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { openTestJobs, publishing } from '../testing/test-jobs.ts';

test('a job whose dataset is deleted while its file is being read fails with a message, and does not restore the dataset', async () => {
  const jobs = await openTestJobs();
  try {
    const file = path.join(jobs.folder, 'numbers.csv');
    const lines = Array.from({ length: 200_000 }, (_, row) => `${row},${String(row).padStart(6, '0')},${row / 8}`);
    await writeFile(file, `id,code,share\n${lines.join('\n')}\n`);
    const small = path.join(jobs.folder, 'small.csv');
    await writeFile(small, 'a,b\n1,2\n');
    await jobs.succeed(publishing(small, 'numbers'));
    const signal = new AbortController().signal;
    const { id } = await jobs.functions.startJob({ request: publishing(file, 'numbers') }, signal);
    const { records } = jobs.service.deps.catalogue;
    const importing = () => records.selectFrom('versions').select('id').where('state', '=', 'importing').execute();
    await vi.waitUntil(async () => (await importing()).length > 0, { timeout: 300_000, interval: 2 });
    const headers = { Authorization: `Token ${await jobs.service.issueOperatorToken()}` };
    const dataset = new URL('api/v1/namespaces/tests/datasets/numbers/', jobs.service.url);
    expect((await fetch(dataset, { method: 'DELETE', headers })).status).toBe(204);
    const { state, failure } = await jobs.until(id, 'failed', 'done', 'cancelled');
    expect([state, failure?.kind, failure?.code]).toEqual(['failed', 'not-found', 'version-gone']);
    expect((await fetch(dataset, { headers })).status).toBe(404);
  } finally {
    await jobs.close();
  }
});
