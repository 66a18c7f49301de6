import { text } from 'node:stream/consumers';

import { read } from 'read';
import { given } from '#shared/given.ts';
import { placesFor } from '../lib/app-paths.ts';
import type { LocalAccounts } from '../service/service.ts';
import { confirm } from './running/confirm.ts';
import type { StoreOptions } from './running/options.ts';
import { printResult } from './running/output/print-result.ts';
import { CommandFailure } from './running/run.ts';

interface AddOptions extends StoreOptions {
  readonly email?: string;
  readonly staff?: boolean;
  readonly group?: readonly string[];
}

/** `almanac user add|password|token|remove|list`: manages the accounts of the local service, even while it runs. */
export const userActs = {
  'user add': { run: add },
  'user password': { run: password },
  'user token': { run: token },
  'user remove': { run: remove },
  'user list': { run: list },
};

async function add(name: string, { data, json, email, staff, group }: AddOptions): Promise<void> {
  const entered = await askPassword();
  await withAccounts(data, (accounts) =>
    accounts.add({
      username: name,
      password: entered,
      isStaff: staff ?? false,
      groups: group ?? [],
      ...given({ email }),
    }),
  );
  printResult(json, { ok: true, user: name }, `Created the account "${name}".`);
}

async function password(name: string, { data, json }: StoreOptions): Promise<void> {
  const entered = await askPassword();
  await withAccounts(data, (accounts) => accounts.setPassword(name, entered));
  printResult(json, { ok: true, user: name }, `Changed the password of "${name}".`);
}

async function token(name: string, { data, json }: StoreOptions): Promise<void> {
  const issued = await withAccounts(data, (accounts) => accounts.issueToken(name, 'command line'));
  // What was asked for, so that --quiet does not silence it.
  process.stdout.write(`${json === true ? JSON.stringify({ ok: true, user: name, token: issued }) : issued}\n`);
}

async function remove(name: string, { data, json, yes }: StoreOptions & { readonly yes?: boolean }): Promise<void> {
  await withAccounts(data, async (accounts) => {
    const { users } = await accounts.list();
    const found = users.find(({ username }) => username.toLowerCase() === name.toLowerCase());
    if (found === undefined) throw new CommandFailure(`There is no account "${name}".`, 'not-found');
    await confirm(`Remove the account "${found.username}"?`, yes);
    await accounts.remove(found.id);
  });
  printResult(json, { ok: true, user: name }, `Removed the account "${name}".`);
}

async function list({ data, json }: StoreOptions): Promise<void> {
  const { users, groups: all } = await withAccounts(data, (known) => known.list());
  const accounts = users.map(({ username, email, isStaff, isActive, groups, lastLogin }) => {
    const names = groups.flatMap((id) => all.find((group) => group.id === id)?.name ?? []);
    return { username, email, isStaff, isActive, groups: names, lastLogin };
  });
  if (json) {
    process.stdout.write(`${JSON.stringify(accounts)}\n`);
    return;
  }
  for (const { username, isStaff, isActive, groups } of accounts) {
    const notes = [isStaff && 'staff', !isActive && 'not active', ...groups].filter(Boolean);
    process.stdout.write(`${username}${notes.length > 0 ? `  (${notes.join(', ')})` : ''}\n`);
  }
}

/**
 * Works on the accounts of a store that this process owns, or whose owner has admitted it: never during a restore,
 * which owns the store exclusively and replaces it.
 */
async function withAccounts<Result>(data: string | undefined, act: (accounts: LocalAccounts) => Promise<Result>) {
  const dataFolder = placesFor(data).data;
  const { withStore } = await import('./running/with-store.ts');
  return await withStore(dataFolder, ({ catalogue }) => act(catalogue.accounts));
}

/** A password is never an argument: other users of the machine could read it in the list of processes. */
async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, '');
  const first = await read({ prompt: 'Password: ', silent: true, output: process.stderr });
  const again = await read({ prompt: 'Again: ', silent: true, output: process.stderr });
  if (first !== again) throw new CommandFailure('The passwords do not match.');
  return first;
}
