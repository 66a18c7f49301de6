import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { read } from 'read';
import { takeLocalService, withLocalService } from '../local-service.ts';
import { placesFor } from '../places.ts';
import { AccountError } from '../service/accounts/account-error.ts';
import { accountLines, addUser, changePassword, giveToken } from '../service/accounts/administer.ts';
import type { Records } from '../service/catalogue/open-catalogue.ts';
import { openSidecars } from '../service/sidecars/sidecars.ts';
import { CommandFailure } from './run.ts';

interface StoreOptions {
  readonly data?: string;
}

interface AddOptions extends StoreOptions {
  readonly email?: string;
  readonly staff?: boolean;
  readonly group?: readonly string[];
}

const dataOption = ['--data <folder>', 'folder of the local store (default: the application’s own)'] as const;

/** `almanac user add|password|token|list`: the accounts of the local service, also while it runs. */
export function addUserCommand(program: Command): void {
  const user = program.command('user').description('Manage the accounts of the local service.');
  user
    .command('add')
    .description('Make an account. The password is asked for, or read from standard input.')
    .argument('<name>', 'user name')
    .option('--email <address>', 'address for contact')
    .option('--staff', 'may write, and see everything')
    .option('--group <name...>', 'groups that it belongs to; made where they are new')
    .option(...dataOption)
    .action(add);
  user
    .command('password')
    .description('Change a password. Sessions and tokens of the account end.')
    .argument('<name>', 'user name')
    .option(...dataOption)
    .action(password);
  user
    .command('token')
    .description('Print a new token of an account. It is shown this once.')
    .argument('<name>', 'user name')
    .option(...dataOption)
    .action(token);
  user
    .command('list')
    .description('List the accounts.')
    .option('--json', 'print one JSON document instead of lines')
    .option(...dataOption)
    .action(list);
}

async function add(name: string, { data, email, staff, group }: AddOptions): Promise<void> {
  const given = await askPassword();
  await withRecords(data, (records) =>
    addUser(records, {
      username: name,
      password: given,
      isStaff: staff ?? false,
      groups: group ?? [],
      ...(email === undefined ? {} : { email }),
    }),
  );
  process.stdout.write(`Made the account "${name}".\n`);
}

async function password(name: string, { data }: StoreOptions): Promise<void> {
  const given = await askPassword();
  await withRecords(data, (records) => changePassword(records, name, given));
  process.stdout.write(`Changed the password of "${name}".\n`);
}

async function token(name: string, { data }: StoreOptions): Promise<void> {
  process.stdout.write(`${await withRecords(data, (records) => giveToken(records, name, 'command line'))}\n`);
}

async function list({ data, json }: StoreOptions & { readonly json?: boolean }): Promise<void> {
  const accounts = await withRecords(data, accountLines);
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
 * Works on the accounts of a store that this process holds, or whose owner has admitted it: never beside a restore, which
 * holds the store alone and puts another in its place.
 */
async function withRecords<Result>(data: string | undefined, act: (records: Records) => Promise<Result>) {
  const dataFolder = placesFor(data).data;
  try {
    return await withLocalService(
      () => takeLocalService(dataFolder),
      async ({ records }) => {
        const result = await act(records);
        await openSidecars(records, dataFolder).flush();
        return result;
      },
    );
  } catch (error) {
    if (error instanceof AccountError) throw new CommandFailure(error.message);
    throw error;
  }
}

/** A password is never a word of the command: other users of the machine could read it in the list of processes. */
async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, '');
  const first = await read({ prompt: 'Password: ', silent: true, output: process.stderr });
  const again = await read({ prompt: 'Again: ', silent: true, output: process.stderr });
  if (first !== again) throw new CommandFailure('The two passwords are not the same.');
  return first;
}
