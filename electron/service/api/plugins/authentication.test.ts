import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyRequest } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { isOperatorToken, issueOperatorToken, issueTemporaryToken } from '../../accounts/administer.ts';
import { secretHash } from '../../accounts/secrets.ts';
import { addSession, addToken, dropSession, dropTokens } from '../../catalogue/access/sessions.ts';
import type { Catalogue } from '../../catalogue/database/catalogue.ts';
import { openCatalogueFile } from '../../catalogue/database/catalogue-file.ts';
import { ensureGroup, setMemberships } from '../../catalogue/records/groups.ts';
import { createNamespace } from '../../catalogue/records/namespaces.ts';
import {
  createUser,
  deleteUser,
  findOperator,
  findUserByName,
  listUsers,
  noteLogin,
  readersOfNamespace,
  setPasswordHash,
  type UserEntry,
  updateUser,
} from '../../catalogue/records/users.ts';
import { authenticator, type CallerCredentials } from './authentication.ts';

const dayMs = 86_400_000;
let folder = '';
let catalogue: Catalogue;
let authenticate: (request: FastifyRequest) => Promise<CallerCredentials>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-authentication-'));
  catalogue = openCatalogueFile(path.join(folder, 'accounts.sqlite'));
});
beforeEach(async () => {
  for (const table of ['namespaces', 'users', 'groups'] as const) await catalogue.records.deleteFrom(table).execute();
  authenticate = authenticator(catalogue);
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await catalogue.close();
  await rm(folder, { recursive: true, force: true });
});

async function anna(more: { isStaff?: boolean } = {}): Promise<UserEntry> {
  const made = await createUser(catalogue.records, { username: 'anna', passwordHash: 'hash', isStaff: false, ...more });
  await addToken(catalogue.records, made.id, secretHash('key'), 'a label');
  return made;
}

/** The caller and session of a request with a header, a cookie or both. */
function ask(authorization?: string, sessionid?: string): Promise<CallerCredentials> {
  const request = { headers: { authorization }, cookies: sessionid === undefined ? {} : { sessionid } };
  return authenticate(request as unknown as FastifyRequest);
}

const nobody = { caller: null, session: null };

describe('a token', () => {
  it('stands for its account, with its rights and groups', async () => {
    const { id } = await anna({ isStaff: true });
    const group = await ensureGroup(catalogue.records, 'readers');
    await ensureGroup(catalogue.records, 'others');
    await setMemberships(catalogue.records, id, [group]);
    const caller = { id, username: 'anna', isStaff: true, isOperator: false, groups: new Set([group]) };
    for (const header of ['Token key', 'token  key', ' TOKEN key ']) {
      expect(await ask(header)).toEqual({ caller, session: null });
    }
    await updateUser(catalogue.records, id, { isStaff: false });
    expect((await ask('Token key')).caller?.isStaff).toBe(false);
  });

  it.each([
    ['Token', 'No credentials provided'],
    ['Token key key', 'should not contain spaces'],
    ['Token kéy', 'invalid characters'],
    ['Token key\u0001', 'invalid characters'],
    ['Token \u0001key', 'invalid characters'],
    ['Token wrong', 'Invalid token.'],
  ])('is refused as "%s"', async (header, detail) => {
    await anna();
    await expect(ask(header)).rejects.toMatchObject({ status: 401, body: { detail: expect.stringContaining(detail) } });
  });

  it('of another scheme, or none, is nobody', async () => {
    await anna();
    expect(await ask('Bearer key')).toEqual(nobody);
    expect(await ask('')).toEqual(nobody);
    expect(await ask()).toEqual(nobody);
  });

  it('ends when it is revoked, and with the password, the activity and the account', async () => {
    const { id } = await anna();
    await addToken(catalogue.records, id, secretHash('other'), 'another label');
    const bert = await createUser(catalogue.records, { username: 'bert', passwordHash: '', isStaff: false });
    await addToken(catalogue.records, bert.id, secretHash('berts'), 'a label');
    await dropTokens(catalogue.records, id, 'a label');
    await expect(ask('Token key')).rejects.toMatchObject({ status: 401 });
    expect((await ask('Token other')).caller?.id).toBe(id);
    await updateUser(catalogue.records, id, { isActive: false });
    await expect(ask('Token other')).rejects.toMatchObject({ status: 401 });
    await updateUser(catalogue.records, id, { isActive: true });
    expect((await ask('Token other')).caller?.id).toBe(id);
    await setPasswordHash(catalogue.records, id, 'new');
    await expect(ask('Token other')).rejects.toMatchObject({ status: 401 });
    expect((await findUserByName(catalogue.records, 'anna'))?.passwordHash).toBe('new');
    expect((await ask('Token berts')).caller?.id).toBe(bert.id);
    await deleteUser(catalogue.records, bert.id);
    await expect(ask('Token berts')).rejects.toMatchObject({ status: 401 });
    expect((await listUsers(catalogue.records)).map(({ username }) => username)).toEqual(['anna']);
  });
});

describe('a session', () => {
  const start = async (value: string, ms = dayMs, now = new Date()) => {
    const found = await findUserByName(catalogue.records, 'anna');
    const { id } = found === null ? await anna() : found.user;
    await addSession(catalogue.records, id, secretHash(value), now, ms);
    return id;
  };

  it('stands for its account until it ends', async () => {
    const id = await start('value');
    await start('second');
    const credentials = await ask(undefined, 'value');
    expect(credentials).toMatchObject({ caller: { id }, session: { hash: secretHash('value') } });
    expect(await ask(undefined, 'wrong')).toEqual(nobody);
    await dropSession(catalogue.records, secretHash('value'));
    expect(await ask(undefined, 'value')).toEqual(nobody);
    expect((await ask(undefined, 'second')).caller?.id).toBe(id);
    await setPasswordHash(catalogue.records, id, 'new');
    expect(await ask(undefined, 'second')).toEqual(nobody);
  });

  it('ends with its time, whether it was used before or not', async () => {
    const started = Date.now();
    await start('used');
    await start('unused');
    vi.useFakeTimers({ now: started, toFake: ['Date'] });
    expect((await ask(undefined, 'used')).caller).not.toBeNull();
    vi.setSystemTime(started + dayMs + 60_000);
    expect(await ask(undefined, 'used')).toEqual(nobody);
    expect(await ask(undefined, 'unused')).toEqual(nobody);
    await start('next', dayMs, new Date());
    expect(await catalogue.records.selectFrom('sessions').select('hash').execute()).toEqual([
      { hash: secretHash('next') },
    ]);
  });

  it('of a closed account is nobody', async () => {
    const id = await start('value');
    await updateUser(catalogue.records, id, { isActive: false });
    expect(await ask(undefined, 'value')).toEqual(nobody);
  });

  it('counts for less than a token', async () => {
    const id = await start('value');
    expect(await ask('Token key', 'value')).toMatchObject({ caller: { id }, session: null });
    expect(await ask('Basic key', 'value')).toMatchObject({ caller: { id }, session: { hash: secretHash('value') } });
  });
});

describe('the desktop’s own account', () => {
  it('has one token at a time, of its own', async () => {
    const { id } = await anna();
    expect(await isOperatorToken(catalogue.records, 'key')).toBe(false);
    expect(await isOperatorToken(catalogue.records, 'none')).toBe(false);
    const first = await issueOperatorToken(catalogue.records);
    const { caller } = await ask(`Token ${first}`);
    expect(caller).toMatchObject({ username: 'operator', isStaff: true, isOperator: true });
    expect(caller?.id).not.toBe(id);
    const second = await issueOperatorToken(catalogue.records);
    await expect(ask(`Token ${first}`)).rejects.toMatchObject({ status: 401 });
    expect(await isOperatorToken(catalogue.records, first)).toBe(false);
    expect(await isOperatorToken(catalogue.records, second)).toBe(true);
    expect((await ask(`Token ${second}`)).caller?.id).toBe(caller?.id);
    expect((await findOperator(catalogue.records))?.id).toBe(caller?.id);
    expect((await ask('Token key')).caller?.id).toBe(id);
  });

  it('gives commands tokens that end with them, or after a week', async () => {
    const now = new Date('2026-03-10T00:00:00Z');
    const desktop = await issueOperatorToken(catalogue.records);
    const [kept, returned] = [
      await issueTemporaryToken(catalogue.records, now),
      await issueTemporaryToken(catalogue.records, now),
    ];
    await returned.giveBack();
    expect(await isOperatorToken(catalogue.records, returned.token)).toBe(false);
    const valid = async () => [
      await isOperatorToken(catalogue.records, kept.token),
      await isOperatorToken(catalogue.records, desktop),
    ];
    await issueTemporaryToken(catalogue.records, new Date(now.getTime() + 7 * dayMs));
    expect(await valid()).toEqual([true, true]);
    await issueTemporaryToken(catalogue.records, new Date(now.getTime() + 7 * dayMs + 1));
    expect(await valid()).toEqual([false, true]);
  });
});

describe('accounts', () => {
  it('are stored as they are made, and changed only in what is named', async () => {
    const { records } = catalogue;
    const now = new Date('2026-01-02T03:04:05Z');
    const made = await createUser(records, { username: 'anna', email: 'a@x', passwordHash: 'p', isStaff: true }, now);
    const plain = { email: 'a@x', isStaff: true, isActive: true, isOperator: false, groups: [], lastLogin: null };
    expect(made).toEqual({ ...plain, id: made.id, username: 'anna', dateJoined: now.toISOString() });
    const bert = await createUser(records, { username: 'bert', passwordHash: '', isStaff: false });
    expect(bert).toMatchObject({ email: '', isStaff: false, isActive: true, isOperator: false });
    const groups = [await ensureGroup(records, 'one'), await ensureGroup(records, 'two')];
    await setMemberships(records, made.id, groups);
    await noteLogin(records, made.id, now);
    expect(await listUsers(records)).toEqual([{ ...made, groups, lastLogin: now.toISOString() }, bert]);

    await updateUser(records, made.id, {});
    expect((await listUsers(records))[0]).toMatchObject({ username: 'anna', isStaff: true, isActive: true });
    await updateUser(records, made.id, { username: 'ann', email: 'b@x' });
    expect((await listUsers(records))[0]).toMatchObject({ username: 'ann', email: 'b@x', isStaff: true });
    await updateUser(records, made.id, { isStaff: false, isActive: false });
    expect((await listUsers(records))[0]).toMatchObject({ username: 'ann', isStaff: false, isActive: false });
    expect((await listUsers(records))[1]).toEqual(bert);
  });

  it('have different names, regardless of case', async () => {
    await anna();
    const again = createUser(catalogue.records, { username: 'ANNA', passwordHash: '', isStaff: false });
    await expect(again).rejects.toMatchObject({ kind: 'username-taken' });
    expect(await findUserByName(catalogue.records, 'bert')).toBeNull();
  });
});

it('returns who may read a namespace besides the staff', async () => {
  const { records } = catalogue;
  const { id } = await anna();
  await issueOperatorToken(records);
  const operator = (await findOperator(records))?.id;
  const group = await ensureGroup(records, 'readers');
  const make = (slug: string, more: object) => createNamespace(records, { slug, label: slug, ...more });
  await make('public', { published: true });
  await make('group', { published: true, allowedGroups: [group], ownerId: operator });
  await make('hers', { ownerId: id });
  await make('own', { ownerId: operator });
  await make('unowned', {});
  const readers = await Promise.all(
    ['absent', 'public', 'group', 'hers', 'own', 'unowned'].map((slug) => readersOfNamespace(records, slug)),
  );
  expect(readers).toEqual(['absent', 'everyone', 'some', 'some', 'owner', 'owner']);
});
