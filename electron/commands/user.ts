import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { read } from 'read';
import { acquireStore, withStore } from '../backend/acquire-store.ts';
import { placesFor } from '../lib/app-paths.ts';
import { AccountError, type LocalAccounts } from '../service/local-service.ts';
import { CommandFailure } from './running/run.ts';

interface StoreOptions {
  readonly data?: string;
}

interface AddOptions extends StoreOptions {
  readonly email?: string;
  readonly staff?: boolean;
  readonly group?: readonly string[];
}

const dataOption = ['--data <folder>', 'data folder of the local store (default: the application’s)'] as const;

/** `almanac user add|password|token|list`: manages the accounts of the local service, even while it runs. */
export function addUserCommand(program: Command): void {
  const user = program.command('user').description('Manage the accounts of the local service.');
  user
    .command('add')
    .description('Create an account. The password is prompted for, or read from standard input.')
    .argument('<name>', 'user name')
    .option('--email <address>', 'e-mail address')
    .option('--staff', 'can see and change everything')
    .option('--group <name...>', 'groups to add it to; created if needed')
    .option(...dataOption)
    .action(add);
  user
    .command('password')
    .description('Change a password and revoke the account’s sessions and tokens.')
    .argument('<name>', 'user name')
    .option(...dataOption)
    .action(password);
  user
    .command('token')
    .description('Print a new token for an account. It is shown only once.')
    .argument('<name>', 'user name')
    .option(...dataOption)
    .action(token);
  user
    .command('list')
    .description('List accounts.')
    .option('--json', 'print JSON instead of lines')
    .option(...dataOption)
    .action(list);
}

async function add(name: string, { data, email, staff, group }: AddOptions): Promise<void> {
  const given = await askPassword();
  await withAccounts(data, (accounts) =>
    accounts.add({
      username: name,
      password: given,
      isStaff: staff ?? false,
      groups: group ?? [],
      ...(email === undefined ? {} : { email }),
    }),
  );
  process.stdout.write(`Created the account "${name}".\n`);
}

async function password(name: string, { data }: StoreOptions): Promise<void> {
  const given = await askPassword();
  await withAccounts(data, (accounts) => accounts.setPassword(name, given));
  process.stdout.write(`Changed the password of "${name}".\n`);
}

async function token(name: string, { data }: StoreOptions): Promise<void> {
  process.stdout.write(`${await withAccounts(data, (accounts) => accounts.issueToken(name, 'command line'))}\n`);
}

async function list({ data, json }: StoreOptions & { readonly json?: boolean }): Promise<void> {
  const accounts = await withAccounts(data, (all) => all.lines());
  if (json) {
    process.stdout.write(`${JSON.stringify(accounts, null, 2)}\n`);
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
  try {
    return await withStore(
      () => acquireStore(dataFolder),
      ({ catalogue }) => act(catalogue.accounts),
    );
  } catch (error) {
    if (error instanceof AccountError) throw new CommandFailure(error.message);
    throw error;
  }
}

/** A password is never an argument: other users of the machine could read it in the list of processes. */
async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, '');
  const first = await read({ prompt: 'Password: ', silent: true, output: process.stderr });
  const again = await read({ prompt: 'Again: ', silent: true, output: process.stderr });
  if (first !== again) throw new CommandFailure('The passwords do not match.');
  return first;
}
