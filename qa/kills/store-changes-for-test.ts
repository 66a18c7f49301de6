import path from 'node:path';
import { everyRow } from '#shared/row-query.ts';
import type { JobRequest } from '#shared/rpc/jobs.ts';
import { seededRandom } from '#shared/testing/seeded-random.ts';
import { withJobSession } from '../../electron/commands/running/job-session.ts';
import { createJobRunner } from '../../electron/jobs/job-runner.ts';
import { addUser } from '../../electron/service/accounts/administer.ts';
import { openSidecars } from '../../electron/service/catalogue/sidecars/sidecars.ts';
import { openCatalogue } from '../../electron/service/opening/catalogue-location.ts';
import { SettingsFile } from '../../electron/shell/settings/settings.ts';

/**
 * Changes a store repeatedly in every way until the process is killed: `node store-changes-for-test.ts FOLDER ROUND SEED TOKEN
 * ORIGIN`. Each change prints one line of JSON before it starts and one after it was acknowledged. If a service runs on
 * the store, it is used; otherwise this process opens the store.
 */
const [, , home = '', round = '', seed = '0', token = '', origin = ''] = process.argv;
const random = seededRandom(Number(seed));

/** One change: `name` identifies its subject, and is unique or counts up. */
export interface ActLine {
  readonly state: 'begun' | 'done' | 'ready';
  readonly kind: string;
  readonly name: string;
}

const emit = (line: ActLine) => process.stdout.write(`${JSON.stringify(line)}\n`);
const file = path.join(home, 'rows.csv');
const data = path.join(home, 'data');

function publishing(dataset: string, mode: 'replace' | 'append'): JobRequest {
  return {
    kind: 'publish',
    connection: 'local',
    path: file,
    options: {},
    namespace: { slug: 'k', create: { label: 'K', published: true, allowedGroups: [] } },
    dataset: { slug: dataset, create: { label: dataset, description: '' } },
    mode,
    rejects: null,
  };
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

await withJobSession({ data }, async (session) => {
  const { deps } = session;
  const runner = createJobRunner(deps);
  const never = new AbortController().signal;
  const run = async (request: JobRequest, id: string) => {
    await session.repeat(never, (signal) => runner.run(request, { id, signal, report: () => {}, notice: () => {} }));
  };
  const address = () => session.repeat(never, () => deps.withService('local', async (service) => service.address));
  const send = async (method: string, rest: (base: string) => [string, unknown]) => {
    const base = `${await address()}api/v1/`;
    const [where, body] = rest(base);
    const isForm = body instanceof FormData;
    const answer = await fetch(base + where, {
      method,
      headers: { Authorization: `Token ${token}`, ...(isForm ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === null ? {} : { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    if (!answer.ok) throw new Error(`${method} ${where}: ${answer.status} ${await answer.text()}`);
  };
  const acts: Readonly<Record<string, (name: string) => Promise<unknown>>> = {
    publish: (name) => run(publishing(name, 'replace'), name),
    replace: (name) => run(publishing('same', 'replace'), name),
    append: (name) => run(publishing('grows', 'append'), name),
    delete: async (name) => {
      await run(publishing(name, 'replace'), name);
      await send('DELETE', () => [`namespaces/k/datasets/${name}/?permanent=true`, null]);
    },
    // As other programs publish to an existing dataset: a form with the file.
    upload: () =>
      send('POST', () => {
        const form = new FormData();
        form.set('file', new Blob(['code,name\n007,Arc\n010,Bo\n013,Cy\n']), 'rows.csv');
        return ['namespaces/k/datasets/first/versions/', form];
      }),
    label: (name) => send('PATCH', () => ['namespaces/k/', { label: name }]),
    image: () =>
      send('PATCH', () => {
        const form = new FormData();
        form.set('image', new Blob([png], { type: 'image/png' }), 'dot.png');
        return ['namespaces/k/datasets/first/', form];
      }),
    query: (name) =>
      send('POST', (base) => [
        'queries/',
        { label: name, slug: name, dataset: `${base}namespaces/k/datasets/first/`, parameters: {} },
      ]),
    account: async (name) => {
      const catalogue = await openCatalogue(data);
      try {
        await addUser(catalogue.records, { username: name, password: 'A long password of words 1' });
        await openSidecars(catalogue.records, data).flush();
      } finally {
        await catalogue.close();
      }
    },
    settings: async () => {
      const settings = new SettingsFile(path.join(data, 'config', 'settings.json'), () => {});
      settings.change({ cacheMegabytes: settings.read().cacheMegabytes + 1 });
    },
    export: (name) =>
      run(
        {
          kind: 'export',
          reference: { connection: 'local', namespace: 'k', dataset: 'first' },
          query: { ...everyRow, filters: [], ordering: [] },
          selection: null,
          format: 'csv',
          target: path.join(home, 'out', `${name}.csv`),
          descriptor: false,
        },
        name,
      ),
    pin: (name) =>
      run(
        {
          kind: 'pin',
          reference: { connection: origin, namespace: 'o', dataset: `pinned-${Math.floor(random() * 5)}` },
          version: null,
        },
        name,
      ),
  };
  const kinds = Object.keys(acts);
  emit({ state: 'ready', kind: '', name: '' });
  for (let turn = 0; ; turn += 1) {
    const kind = kinds[Math.floor(random() * kinds.length)] ?? 'publish';
    const name = `${kind}-${round}-${turn}`;
    emit({ state: 'begun', kind, name });
    try {
      await acts[kind]?.(name);
      emit({ state: 'done', kind, name });
    } catch (error) {
      // An answer that is cut off because the service ended is no acknowledgement.
      const isLost = error instanceof Error && /fetch failed|terminated|timeout/i.test(error.message);
      if (!isLost) {
        process.stderr.write(`${name}: ${error instanceof Error ? error.stack : error}\n`);
        process.exit(1);
      }
    }
  }
});
