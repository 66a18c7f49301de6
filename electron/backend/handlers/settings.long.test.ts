import { mkdtemp, rm } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeNamespace, createNamespace, findNamespace } from '../../service/catalogue/records/namespaces.ts';
import { type Service, startService } from '../../service/service.ts';
import { type AccountFunctions, accountFunctions } from './settings.ts';

const never = new AbortController().signal;
const password = 'correct horse battery';
let folder = '';
let service: Service;
let functions: AccountFunctions;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-accounts-'));
  service = await startService({ dataFolder: folder });
  functions = accountFunctions(Promise.resolve(service), false);
  await service.issueOperatorToken();
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

async function signIn(username: string, given = password): Promise<number> {
  const answer = await fetch(new URL('api/v1/auth/token/obtain/', service.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: given }),
  });
  return answer.status;
}

async function user(username: string) {
  const { users } = await functions.listAccounts({}, never);
  return users.find((one) => one.username === username);
}

async function idOf(username: string): Promise<number> {
  return (await user(username))?.id ?? 0;
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return await work.then(
    () => 'done',
    (error: { kind?: string }) => error.kind ?? String(error),
  );
}

describe('accounts of the local service', () => {
  it('are created with groups, changed, deactivated and deleted', async () => {
    await functions.createGroup({ name: ' Statisticians ' }, never);
    const { groups } = await functions.listAccounts({}, never);
    expect(groups).toEqual([{ id: 1, name: 'Statisticians', members: 0 }]);
    const made = { username: 'ada', password, email: 'ada@example.org', isStaff: false, groups: [1] };
    await functions.createAccount(made, never);
    expect(await user('ada')).toMatchObject({ email: 'ada@example.org', isStaff: false, isActive: true, groups: [1] });
    expect(await signIn('ada')).toBe(200);
    const id = await idOf('ada');
    await functions.changeAccount({ id, username: 'augusta', isStaff: true, groups: [] }, never);
    expect(await user('augusta')).toMatchObject({ isStaff: true, groups: [], email: 'ada@example.org' });
    await functions.changeAccount({ id, isActive: false }, never);
    expect(await signIn('augusta')).toBe(400);
    await functions.changeAccount({ id, isActive: true }, never);
    await functions.setAccountPassword({ id, password: 'another long one' }, never);
    expect(await signIn('augusta', 'another long one')).toBe(200);
    await functions.removeAccount({ id }, never);
    expect(await user('augusta')).toBeUndefined();
  });

  it('are refused with a code for each mistake', async () => {
    const made = { username: 'ben', password, email: '', isStaff: false, groups: [] };
    await functions.createAccount(made, never);
    await functions.createAccount({ ...made, username: 'bea' }, never);
    const id = await idOf('ben');
    expect(await codeOf(functions.createAccount({ ...made, username: 'BEN' }, never))).toBe('username-taken');
    expect(await codeOf(functions.createAccount({ ...made, username: 'a b' }, never))).toBe('username');
    expect(await codeOf(functions.createAccount({ ...made, username: 'c', password: 'short' }, never))).toBe(
      'password-short',
    );
    expect(await codeOf(functions.changeAccount({ id, username: 'bea' }, never))).toBe('username-taken');
    expect(await codeOf(functions.changeAccount({ id, username: 'Ben' }, never))).toBe('done');
    expect(await codeOf(functions.removeAccount({ id: 9999 }, never))).toBe('no-such-user');
  });

  it('leave the desktop’s own account alone', async () => {
    const own = (await functions.listAccounts({}, never)).users.find((one) => one.isOperator);
    const id = own?.id ?? 0;
    expect(await codeOf(functions.changeAccount({ id, isActive: false }, never))).toBe('operator-account');
    expect(await codeOf(functions.setAccountPassword({ id, password }, never))).toBe('operator-account');
    expect(await codeOf(functions.removeAccount({ id }, never))).toBe('operator-account');
  });
});

describe('groups', () => {
  it('have unique names, and can be renamed', async () => {
    await functions.createGroup({ name: 'Guests' }, never);
    expect(await codeOf(functions.createGroup({ name: 'Guests' }, never))).toBe('group-taken');
    expect(await codeOf(functions.createGroup({ name: '  ' }, never))).toBe('group-name');
    const { groups } = await functions.listAccounts({}, never);
    const id = groups.find(({ name }) => name === 'Guests')?.id ?? 0;
    await functions.renameGroup({ id, name: 'Visitors' }, never);
    expect((await functions.listAccounts({}, never)).groups.map(({ name }) => name)).toContain('Visitors');
    await functions.removeGroup({ id }, never);
    expect((await functions.listAccounts({}, never)).groups.map(({ name }) => name)).not.toContain('Visitors');
  });

  it('that alone may read a namespace are not deleted: everybody could read it then', async () => {
    const { records } = service.deps.catalogue;
    await functions.createGroup({ name: 'Board' }, never);
    const { groups } = await functions.listAccounts({}, never);
    const id = groups.find(({ name }) => name === 'Board')?.id ?? 0;
    const made = await createNamespace(records, { slug: 'minutes', label: 'Minutes', published: true });
    await changeNamespace(records, made.id, { allowedGroups: [id, 1] });
    expect(await codeOf(functions.removeGroup({ id: 1 }, never))).toBe('done');
    expect(await codeOf(functions.removeGroup({ id }, never))).toBe('group-guards');
    expect((await findNamespace(records, 'minutes'))?.allowedGroups).toEqual([id]);
  });
});

describe('reach', () => {
  const reached = async (address: string) =>
    (await fetch(new URL('api/', address), { signal: AbortSignal.timeout(5_000) })).status;

  it('is this computer only by default, whatever the host header', async () => {
    expect(await functions.describeLocalService({}, never)).toEqual({
      url: service.url,
      problem: null,
      network: false,
      addresses: [],
    });
  });

  it('is every address of the machine on request, under those names and no others', async () => {
    const open = await startService({ dataFolder: path.join(folder, 'open'), host: '0.0.0.0' });
    try {
      expect(open.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
      const { addresses } = await accountFunctions(Promise.resolve(open), true).describeLocalService({}, never);
      const outside = Object.values(networkInterfaces())
        .flatMap((all) => all ?? [])
        .filter(({ internal, family }) => !internal && family === 'IPv4');
      for (const { address } of outside) {
        const { port } = new URL(open.url);
        expect(addresses).toContain(`http://${address}:${port}/`);
        expect(await reached(`http://${address}:${port}/`)).toBe(200);
      }
      expect(await reached(open.url)).toBe(200);
    } finally {
      await open.close();
    }
  });
});
