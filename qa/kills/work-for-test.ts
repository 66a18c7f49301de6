import path from 'node:path';
import { everyRow } from '#shared/row-query.ts';
import type { ExportRequest, PublishRequest } from '#shared/rpc/jobs.ts';
import { withJobSession } from '../../electron/commands/running/job-session.ts';
import { createJobRunner } from '../../electron/jobs/job-runner.ts';
import type { Progress } from '../../electron/service/service.ts';

/**
 * Publishes and exports repeatedly until the process is killed: `node work-for-test.ts FOLDER`. Prints `ready` once it
 * has started. With a second argument, the address of a service, it exports from there once, prints its
 * progress and `done`, and exits.
 */
const [, , home = '', remote] = process.argv;
const formats = ['csv', 'parquet', 'xlsx', 'json'] as const;

function publishing(file: string, dataset: string, mode: 'replace' | 'append'): PublishRequest {
  return {
    kind: 'publish',
    connection: 'local',
    path: path.join(home, file),
    options: {},
    namespace: { slug: 'killed', create: { label: 'Killed', published: true, allowedGroups: [] } },
    dataset: { slug: dataset, create: { label: dataset, description: '' } },
    mode,
    rejects: null,
  };
}

function exporting(connection: string, dataset: string, format: ExportRequest['format']): ExportRequest {
  return {
    kind: 'export',
    reference: { connection, namespace: 'killed', dataset },
    query: { ...everyRow, filters: [], ordering: [] },
    selection: null,
    format,
    target: path.join(home, 'out', `rows.${format}`),
    descriptor: true,
  };
}

const print = ({ phase, rows }: Progress) => void process.stdout.write(`${phase} ${rows}\n`);

await withJobSession({ data: path.join(home, 'data') }, async ({ deps }) => {
  const runner = createJobRunner(deps);
  const signal = new AbortController().signal;
  const run = (request: PublishRequest | ExportRequest, id: string) =>
    runner.run(request, { id, signal, report: remote === undefined ? () => {} : print, notice: () => {} });
  process.stdout.write('ready\n');
  if (remote !== undefined) {
    await run(exporting(remote, 'fresh', 'csv'), 'remote');
    process.stdout.write('done\n');
    return;
  }
  for (let turn = 0; ; turn += 1) {
    await run(publishing(turn % 2 === 0 ? 'a.csv' : 'b.csv', 'same', 'replace'), `publish-${process.pid}-${turn}`);
    for (const format of formats) await run(exporting('local', 'same', format), `export-${format}`);
    await run(publishing('a.csv', `fresh-${process.pid}-${turn}`, 'replace'), `fresh-${process.pid}-${turn}`);
  }
});
