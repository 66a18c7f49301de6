import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import { numbersCount, type ProxiedAlmanac, publishNumbers, withNumbersOverProxy } from './testing/remote-service.ts';
import { publishing, type TestJobs } from './testing/test-jobs.ts';

const signal = new AbortController().signal;

let there: TestJobs;
let far: ProxiedAlmanac;
let here: TestJobs;
let connection: string;

withNumbersOverProxy((places) => {
  ({ there, far } = places);
  ({ here, connection } = far);
});

describe('a pinned version', () => {
  const pinning = () => ({
    kind: 'pin' as const,
    reference: { connection, namespace: 'tests', dataset: 'numbers' },
    version: null,
  });

  test('records its origin, and is copied only once', async () => {
    const job = await here.succeed(pinning());
    expect(job.result).toMatchObject({ kind: 'pin', rows: numbersCount, present: false });
    const [pinned] = await here.functions.listPinned({}, signal);
    const [newest] = (
      await there.connections.use('local', (source) => source.readDataset({ namespace: 'tests', dataset: 'numbers' }))
    ).dataset.versions;
    expect(pinned).toMatchObject({
      reference: { connection: 'local', namespace: 'tests', dataset: 'numbers' },
      origin: { connection, version: newest?.slug, checksum: newest?.checksum },
      newer: null,
    });
    expect((await here.succeed(pinning())).result).toMatchObject({ present: true });
    const rows = await here.connections.use('local', (source) =>
      source.rows({ namespace: 'tests', dataset: 'numbers' }).read(everyRow, 12_345, 1),
    );
    expect(rows).toMatchObject({ count: numbersCount, rows: [[12_345, '012345', 'one']] });
  });

  test('is reported as outdated once the origin has a newer version, and can be updated', async () => {
    await here.succeed(pinning());
    await publishNumbers(there, 'three');
    const [pinned] = await here.functions.listPinned({}, signal);
    expect(pinned?.newer).not.toBeNull();
    const job = await here.succeed(pinning());
    expect(job.result).toMatchObject({ present: false });
    const versions = await here.connections.use('local', (source) =>
      source.readDataset({ namespace: 'tests', dataset: 'numbers' }),
    );
    expect(versions.dataset.versions).toHaveLength(2);
    expect((await here.functions.listPinned({}, signal))[0]?.newer).toBeNull();
    await publishNumbers(there, 'one');
  });

  test('never replaces a dataset of the same name that is not a copy', async () => {
    const file = path.join(here.folder, 'own.csv');
    await writeFile(file, 'mine\n1\n');
    await here.succeed(publishing(file, 'numbers'));
    const job = await here.succeed(pinning());
    expect(job.result).toMatchObject({ reference: { dataset: expect.stringMatching(/^numbers-127-0-0-1-/) } });
  });
});

describe('verifying a remote version', () => {
  const verifying = () => ({
    kind: 'verify' as const,
    subject: {
      kind: 'version' as const,
      reference: { connection, namespace: 'tests', dataset: 'numbers' },
      version: null,
    },
  });
  test('compares the checksum of the stored file that the service sends', async () => {
    expect((await here.succeed(verifying())).result).toMatchObject({ kind: 'verify', verdict: 'verified' });
  });

  test('is stored, so that it survives clearing the list of jobs and a restart', async () => {
    const reference = { connection, namespace: 'tests', dataset: 'numbers' };
    expect(await here.functions.listChecks(reference, signal)).toEqual([]);
    const { result } = await here.succeed(verifying());
    await here.functions.clearJobs({}, signal);
    here = await here.restart();
    far.here = here;
    const { dataset } = await here.connections.use(connection, (source) => source.readDataset(reference));
    const [version] = dataset.versions;
    expect(result).toMatchObject({ expected: version?.checksum });
    expect(await here.functions.listChecks(reference, signal)).toEqual([
      {
        version: version?.slug,
        verdict: 'verified',
        reason: null,
        expected: version?.checksum,
        at: expect.stringMatching(/^20/),
      },
    ]);
    expect(await here.functions.listChecks({ ...reference, dataset: 'others' }, signal)).toEqual([]);
  });
});

describe('publishing to another service', () => {
  const sent = (file: string, dataset: string) => ({ ...publishing(file, dataset), connection });
  async function signIn() {
    const token = await there.service.issueOperatorToken();
    await here.connections.signIn(connection, { kind: 'token', token }, 'session', signal);
  }
  async function write(text: string): Promise<string> {
    const file = path.join(here.folder, 'sent.csv');
    await writeFile(file, text);
    return file;
  }

  test('sends what was checked here, and waits until it is there', async () => {
    await signIn();
    const file = await write('code,n\n007,1\n010,2\n');
    const request = sent(file, 'sent');
    const job = await here.succeed({
      ...request,
      namespace: { ...request.namespace, slug: 'sent-to' },
      options: { columns: [{ source: 'code', name: 'Code', label: 'The code', description: 'In words' }] },
    });
    expect(job.result).toMatchObject({ kind: 'publish', rows: 2 });
    const { dataset } = await here.connections.use(connection, (source) =>
      source.readDataset({ namespace: 'sent-to', dataset: 'sent' }),
    );
    expect(dataset.columns.map(({ name, type, label, description }) => [name, type, label, description])).toEqual([
      ['Code', 'char', 'The code', 'In words'],
      ['n', 'integer', 'n', ''],
    ]);
    const [version] = dataset.versions;
    expect(version).toMatchObject({ ready: true, slug: job.result?.kind === 'publish' ? job.result.version : '' });
    // A checked copy is sent, of which nobody knows the name.
    const sources = async () => {
      const { dataset: sentTo } = await here.connections.use(connection, (source) =>
        source.readDataset({ namespace: 'sent-to', dataset: 'sent' }),
      );
      return sentTo.versions.map(({ metadata }) => JSON.parse(Buffer.from(metadata, 'base64').toString()).source);
    };
    expect(await sources()).toEqual(['sent.csv']);
    await here.succeed({ ...request, namespace: { ...request.namespace, slug: 'sent-to' } });
    expect(await sources()).toEqual(['sent.csv', 'sent.csv']);
    const anonymous = await fetch(`${there.service.url}api/v1/namespaces/sent-to/`);
    expect(anonymous.status).toBe(200);
  });

  test('sends further versions of a file of which a thousand columns are described', async () => {
    await signIn();
    const names = Array.from({ length: 1_000 }, (_, at) => `c${at}`);
    const file = await write(`${names.join(',')}\n${names.map((_, at) => at).join(',')}\n`);
    const columns = names.map((source) => ({ source, name: `${source}_2`, description: `Number ${source}` }));
    for (const count of [1, 2]) {
      await here.succeed({ ...sent(file, 'wide'), options: { columns } });
      const { dataset } = await here.connections.use(connection, (source) =>
        source.readDataset({ namespace: 'tests', dataset: 'wide' }),
      );
      expect(dataset.versions).toHaveLength(count);
      expect(dataset.columns[999]).toMatchObject({ name: 'c999_2', description: 'Number c999' });
    }
  });

  test('sends nothing of a file with bad values', async () => {
    await signIn();
    const file = await write('n\n1\nx\n');
    const request = sent(file, 'never');
    const job = await here.run({ ...request, options: { columns: [{ source: 'n', type: 'integer' }] } });
    expect(job).toMatchObject({ state: 'failed', failure: { kind: 'bad-input' }, badCount: 1 });
    const answer = await fetch(`${there.service.url}api/v1/namespaces/tests/datasets/never/`);
    expect(answer.status).toBe(404);
  });

  test('is refused without a sign-in, with a message', async () => {
    const job = await here.run(sent(await write('n\n1\n'), 'never'));
    expect(job).toMatchObject({ state: 'failed', failure: { kind: 'sign-in-needed' } });
  });
});
