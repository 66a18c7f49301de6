import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { given } from '#shared/given.ts';
import type { NamespaceReaders, PublishRequest } from '#shared/rpc/jobs.ts';
import { ensureGroup } from '../../service/catalogue/records/groups.ts';
import { openProxiedAlmanac, type ProxiedAlmanac } from '../testing/remote-service.ts';
import { openTestJobs, publishing, type TestJobs } from '../testing/test-jobs.ts';
import { shutsOut } from './prepare-destination.ts';

const signal = new AbortController().signal;
const everyone = { published: true, allowedGroups: [] };
const onlyOwner = { published: false, allowedGroups: [] };

let there: TestJobs;
let far: ProxiedAlmanac;
let token: string;

beforeAll(async () => {
  there = await openTestJobs();
  far = await openProxiedAlmanac(there);
  token = await there.service.issueOperatorToken();
  await far.here.connections.signIn(far.connection, { kind: 'token', token }, 'session', signal);
  for (const { folder } of [there, far.here]) await writeFile(path.join(folder, 'one.csv'), 'n\n1\n');
});
afterAll(async () => {
  await far.close();
  await there.close();
});

/** Both ways to publish to the same service: from its own computer, and from another one. */
const ways: readonly (readonly [string, () => { jobs: TestJobs; connection: string }])[] = [
  ['here', () => ({ jobs: there, connection: 'local' })],
  ['at another service', () => ({ jobs: far.here, connection: far.connection })],
];

describe.each(ways)('publishing into an existing namespace, %s,', (where, way) => {
  const slug = `readers-${where.length}`;
  const statusOf = async (place: string) =>
    (await fetch(`${there.service.url}api/v1/namespaces/${slug}/${place}`)).status;

  function into(dataset: string, readers?: NamespaceReaders): PublishRequest {
    const { jobs, connection } = way();
    const request = { ...publishing(path.join(jobs.folder, 'one.csv'), dataset), connection };
    return { ...request, namespace: { slug, ...given({ readers }) } };
  }

  beforeAll(async () => {
    const { jobs } = way();
    await jobs.succeed({ ...into('first'), namespace: { slug, create: { label: 'Readers', ...everyone } } });
  });

  test('leaves its readers unchanged, closes it, or opens it along with the version', async () => {
    const { jobs } = way();
    await jobs.succeed(into('second'));
    expect(await statusOf('datasets/second/')).toBe(200);
    await jobs.succeed(into('third', onlyOwner));
    expect([await statusOf('datasets/first/'), await statusOf('datasets/third/')]).toEqual([401, 401]);
    await jobs.succeed(into('second', everyone));
    expect([await statusOf('datasets/third/'), await statusOf('datasets/second/')]).toEqual([200, 200]);
  });

  test('keeps column names that differ only in case, or that Parquet readers reserve', async () => {
    const { jobs, connection } = way();
    await writeFile(path.join(jobs.folder, 'cases.csv'), 'a,A,filename,a_2\n1,2,3,4\n');
    const place = { ...into('cases'), path: path.join(jobs.folder, 'cases.csv') };
    await jobs.succeed(place);
    const { dataset } = await jobs.connections.use(connection, (source) =>
      source.readDataset({ namespace: slug, dataset: 'cases' }),
    );
    expect(dataset.columns.map(({ name }) => name)).toEqual(['a', 'A', 'filename', 'a_2']);
  });

  test('lets only groups read it', async () => {
    const id = await ensureGroup(there.service.deps.catalogue.records, `group-${slug}`);
    const url = `${there.service.url}api/v1/groups/${id}/`;
    const { jobs } = way();
    await jobs.succeed(into('fourth', { published: true, allowedGroups: [url] }));
    expect(await statusOf('datasets/fourth/')).toBe(401);
    const headers = { authorization: `Token ${token}`, accept: 'application/json' };
    const record = await (await fetch(`${there.service.url}api/v1/namespaces/${slug}/`, { headers })).json();
    expect(record).toMatchObject({ published: true, allowed_groups: [url] });
    await jobs.succeed(into('fourth', everyone));
    expect(await statusOf('datasets/fourth/')).toBe(200);
  });

  test('changes nothing if publishing fails', async () => {
    const { jobs } = way();
    const bad = { ...into('second', onlyOwner), options: { columns: [{ source: 'n', type: 'geometry' as const }] } };
    expect(await jobs.run(bad)).toMatchObject({ state: 'failed' });
    // Noticed only when the destination is prepared.
    const absent = { ...into('absent', onlyOwner), dataset: { slug: 'absent' } };
    expect(await jobs.run(absent)).toMatchObject({ state: 'failed', failure: { kind: 'not-found' } });
    expect(await statusOf('datasets/second/')).toBe(200);
  });
});

test.each<[NamespaceReaders, NamespaceReaders, boolean]>([
  [everyone, everyone, false],
  [everyone, onlyOwner, true],
  [onlyOwner, everyone, false],
  [onlyOwner, { published: true, allowedGroups: ['a'] }, false],
  [everyone, { published: true, allowedGroups: ['a'] }, true],
  [{ published: true, allowedGroups: ['a'] }, everyone, false],
  [{ published: true, allowedGroups: ['a'] }, { published: true, allowedGroups: ['a', 'b'] }, false],
  [{ published: true, allowedGroups: ['a', 'b'] }, { published: true, allowedGroups: ['b', 'c'] }, true],
])('%j before and %j after takes a reader’s access away: %s', (before, after, expected) => {
  expect(shutsOut(before, after)).toBe(expected);
});
