import { type ExecFileException, execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { skip } from './measure.ts';

const run = promisify(execFile);

/** Whether a program is installed. */
export async function has(program: string): Promise<boolean> {
  return run('which', [program]).then(
    () => true,
    () => false,
  );
}

/** Runs one statement or meta-command in the benchmark's database. */
export type Psql = (command: string) => Promise<string>;

export const postgresInstall = 'apt-get install postgresql';

/** Port of the benchmark's own PostgreSQL cluster. */
export const postgres = { folder: '/tmp/almanac-bench-postgres', port: '54329', database: 'bench' } as const;

/** The programs of the newest installed server; null if there is none. */
async function serverPrograms(): Promise<string | null> {
  const found = await run('sh', ['-c', 'ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1']).catch(() => null);
  return found?.stdout.trim() || null;
}

/** The server refuses to run as root, so it runs as its own user then. */
async function asServer(program: string, ...args: string[]): Promise<string> {
  const root = process.getuid?.() === 0;
  const { stdout } = root ? await run('runuser', ['-u', 'postgres', '--', program, ...args]) : await run(program, args);
  return stdout;
}

/** Runs some work with a fresh PostgreSQL server; prints a message and returns null if there is none. */
export async function withPostgres<Result>(work: (psql: Psql | null) => Promise<Result>): Promise<Result> {
  const programs = await serverPrograms();
  if (programs === null) {
    skip('PostgreSQL', postgresInstall);
    return work(null);
  }
  const data = join(postgres.folder, 'data');
  const control = join(programs, 'pg_ctl');
  await rm(postgres.folder, { recursive: true, force: true });
  await mkdir(postgres.folder, { recursive: true });
  if (process.getuid?.() === 0) await run('chown', ['postgres', postgres.folder]);
  await asServer(join(programs, 'initdb'), '-D', data, '-A', 'trust', '-U', 'postgres');
  const options = `-p ${postgres.port} -k ${postgres.folder} -c shared_buffers=512MB -c max_wal_size=4GB -c listen_addresses=127.0.0.1`;
  await asServer(control, '-D', data, '-o', options, '-l', join(postgres.folder, 'log'), '-w', 'start');
  try {
    await psqlIn('postgres')(`CREATE DATABASE ${postgres.database}`);
    return await work(psqlIn(postgres.database));
  } finally {
    await asServer(control, '-D', data, '-m', 'immediate', 'stop').catch((error: ExecFileException) =>
      console.log(error.message),
    );
    await rm(postgres.folder, { recursive: true, force: true });
  }
}

function psqlIn(database: string): Psql {
  return async (command) => {
    const { stdout } = await run('psql', [
      '-h',
      '127.0.0.1',
      '-p',
      postgres.port,
      '-U',
      'postgres',
      '-qAt',
      '-c',
      command,
      database,
    ]);
    return stdout;
  };
}
