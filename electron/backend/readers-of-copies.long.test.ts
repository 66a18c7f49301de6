import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import type { PinRequest, PinResult } from '#shared/rpc/jobs.ts';
import { openTestJobs, publishing, type TestJobs } from '../jobs/testing/test-jobs.ts';
import { changeNamespace, createNamespace, findNamespace } from '../service/catalogue/records/namespaces.ts';
import { findUserByName } from '../service/catalogue/records/users.ts';
import { accountFunctions } from './handlers/settings.ts';

const signal = new AbortController().signal;
const password = 'correct horse battery';

let there: TestJobs;
let here: TestJobs;
let connection: string;

/** Publishes `secret/rows` at the other service, for its own accounts only, and `open/rows` for everyone. */
beforeAll(async () => {
  there = await openTestJobs();
  const file = path.join(there.folder, 'rows.csv');
  await writeFile(file, 'n\n1\n2\n');
  for (const [slug, published] of [
    ['secret', false],
    ['open', true],
  ] as const) {
    const namespace = { slug, create: { label: slug, published, allowedGroups: [] } };
    await there.succeed({ ...publishing(file, 'rows'), namespace });
  }
});
afterAll(() => there.close());

beforeEach(async () => {
  here = await openTestJobs();
  connection = (await here.connections.add(there.service.url, 'There', '', signal)).id;
  const token = await there.service.issueOperatorToken();
  await here.connections.signIn(connection, { kind: 'token', token }, 'session', signal);
  const accounts = accountFunctions(Promise.resolve(here.service), false);
  for (const username of ['anna', 'bert']) {
    await accounts.createAccount({ username, password, email: '', isStaff: false, groups: [] }, signal);
  }
});
afterEach(() => here.close());

function pinning(namespace: string, isPublic?: boolean): PinRequest {
  const request = { kind: 'pin' as const, reference: { connection, namespace, dataset: 'rows' }, version: null };
  return isPublic === undefined ? request : { ...request, public: isPublic };
}

async function pin(request: PinRequest): Promise<PinResult> {
  return (await here.succeed(request)).result as PinResult;
}

async function tokenOf(username: string): Promise<string> {
  const answer = await fetch(`${here.service.url}api/v1/auth/token/obtain/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  return ((await answer.json()) as { token: string }).token;
}

/** What an anonymous reader and two accounts other than its owner's get of everything a dataset has. */
async function statusesFor({ reference }: Pick<PinResult, 'reference'>): Promise<number[]> {
  const base = `${here.service.url}api/v1/namespaces/${reference.namespace}/`;
  const dataset = `${base}datasets/${reference.dataset}/`;
  const addresses = [
    base,
    dataset,
    `${dataset}data/`,
    `${dataset}download/`,
    `${dataset}queries/`,
    `${dataset}versions/`,
  ];
  const tokens = [null, await tokenOf('anna'), await tokenOf('bert')];
  const answers = tokens.flatMap((token) =>
    addresses.map((address) => fetch(address, token === null ? {} : { headers: { Authorization: `Token ${token}` } })),
  );
  return (await Promise.all(answers)).map(({ status }) => status);
}

async function isHidden(result: Pick<PinResult, 'reference'>): Promise<boolean> {
  return (await statusesFor(result)).every((status) => status === 401 || status === 403 || status === 404);
}

async function listedToAnyone(): Promise<unknown> {
  return ((await (await fetch(`${here.service.url}api/v1/namespaces/`)).json()) as { results: unknown }).results;
}

describe('a copy', () => {
  test.each(['secret', 'open'])('of %s is readable only by its owner', async (namespace) => {
    const result = await pin(pinning(namespace));
    expect(result).toMatchObject({ present: false, public: false, reference: { namespace, dataset: 'rows' } });
    expect(await isHidden(result)).toBe(true);
    expect(await listedToAnyone()).toEqual([]);
    const rows = await here.connections.use('local', (source) => source.rows(result.reference).read(everyRow, 0, 5));
    expect(rows.rows).toEqual([[1], [2]]);
    expect(await here.functions.listPinned({}, signal)).toMatchObject([{ public: false, reference: result.reference }]);
    expect(await pin(pinning(namespace))).toMatchObject({ present: true });
  });

  test('is readable by everyone if the user asked for it', async () => {
    const result = await pin(pinning('secret', true));
    expect(result).toMatchObject({ public: true, reference: { namespace: 'secret' } });
    expect(await isHidden(result)).toBe(false);
    expect(await here.functions.listPinned({}, signal)).toMatchObject([{ public: true }]);
    expect(await pin(pinning('secret', true))).toMatchObject({ present: true, reference: result.reference });
  });

  test('for other readers is a separate copy, in a namespace of its own', async () => {
    const forAll = await pin(pinning('secret', true));
    const own = await pin(pinning('secret'));
    expect(own).toMatchObject({ present: false, public: false });
    expect(own.reference.namespace).not.toBe(forAll.reference.namespace);
    expect([await isHidden(forAll), await isHidden(own)]).toEqual([false, true]);
    expect((await pin(pinning('secret'))).reference).toEqual(own.reference);
    expect((await pin(pinning('secret', true))).reference).toEqual(forAll.reference);
  });

  test('never goes into a namespace that others may read, and never closes one', async () => {
    const { records } = here.service.deps.catalogue;
    const anna = (await findUserByName(records, 'anna'))?.user.id ?? 0;
    await createNamespace(records, { slug: 'secret', label: 'Anna’s', ownerId: anna });
    const own = await pin(pinning('secret'));
    expect(own.reference.namespace).toMatch(/^secret-127-0-0-1-/);
    expect(await isHidden(own)).toBe(true);
    await createNamespace(records, { slug: 'open', label: 'Open', published: true });
    expect(await isHidden(await pin(pinning('open')))).toBe(true);
    expect(await findNamespace(records, 'open')).toMatchObject({ published: true });
  });

  test('stays private when its namespace is opened while it is being made again', async () => {
    const first = await pin(pinning('secret'));
    const { records } = here.service.deps.catalogue;
    const namespace = await findNamespace(records, first.reference.namespace);
    await changeNamespace(records, namespace?.id ?? 0, { published: true });
    await there.succeed({ ...publishing(path.join(there.folder, 'rows.csv'), 'rows'), namespace: { slug: 'secret' } });
    const second = await pin(pinning('secret'));
    expect(second.reference.namespace).not.toBe(first.reference.namespace);
    expect(await isHidden(second)).toBe(true);
  });
});
