import childProcess from 'node:child_process';
import fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { DuckDBConnection } from '@duckdb/node-api';
import type Database from 'libsql';
import { type Fault, type StepKind, takeStep } from './step-control.ts';

/**
 * Loaded before everything else (`node --import`), this puts a step before each function of Node that reads, writes,
 * renames or removes files, before each statement of the catalogue and before each of the engine. The product has no
 * hooks for it.
 */
type Act = (...values: unknown[]) => unknown;
type Group = Record<string, Act>;

const texts: Readonly<Record<string, string>> = {
  ENOSPC: 'no space left on device',
  EIO: 'i/o error',
  EACCES: 'permission denied',
  lost: 'i/o error',
};

function systemError(fault: Fault, call: string, file: string): Error {
  const code = fault === 'lost' ? 'EIO' : fault;
  return Object.assign(new Error(`${code}: ${texts[fault]}, ${call} '${file}'`), { code, syscall: call, path: file });
}

/** A path or an open file, as a path; empty if it is not known. */
function pathOf(subject: unknown): string {
  if (typeof subject === 'string') return subject;
  if (typeof subject === 'number') return descriptors.get(subject) ?? '';
  if (subject instanceof URL) return subject.pathname;
  if (Buffer.isBuffer(subject)) return subject.toString();
  return '';
}

const descriptors = new Map<number, string>();
const original = { writeFileSync: fs.writeFileSync, writeSync: fs.writeSync };

/** What a dying process has written of a step: half. */
function writeHalf(call: string, subject: unknown, data: unknown): () => void {
  return () => {
    if (!['write', 'writeFile'].includes(call)) return;
    if (typeof data !== 'string' && !(data instanceof Uint8Array)) return;
    const half = data.slice(0, data.length >> 1);
    if (typeof subject === 'number') original.writeSync(subject, half as Uint8Array);
    else if (typeof subject === 'string') original.writeFileSync(subject, half);
  };
}

const kinds: readonly (readonly [StepKind, readonly string[]])[] = [
  ['open', ['open', 'mkdir', 'mkdtemp']],
  ['read', ['read', 'readFile', 'readdir']],
  ['write', ['write', 'writev', 'writeFile', 'appendFile', 'truncate', 'ftruncate', 'copyFile', 'utimes']],
  ['sync', ['fsync', 'fdatasync']],
  ['rename', ['rename']],
  ['unlink', ['unlink', 'rm', 'rmdir']],
];

/** For a renaming, the new name says what it is about. */
const subjectOf = (call: string, values: readonly unknown[]) => pathOf(values[call === 'rename' ? 1 : 0]);

function replaceSync(kind: StepKind, call: string): void {
  const group = fs as unknown as Group;
  const act = group[`${call}Sync`];
  if (act === undefined) return;
  group[`${call}Sync`] = function (this: unknown, ...values) {
    const file = subjectOf(call, values);
    const fault = file === '' ? null : takeStep(kind, call, file, writeHalf(call, values[0], values[1]));
    if (fault !== null) throw systemError(fault, call, file);
    const result = act.apply(this, values);
    if (call === 'open') descriptors.set(result as number, file);
    return result;
  };
}

function replaceCallback(kind: StepKind, call: string): void {
  const group = fs as unknown as Group;
  const act = group[call];
  if (act === undefined) return;
  group[call] = function (this: unknown, ...values) {
    const done = values.at(-1) as Act;
    const file = subjectOf(call, values);
    const fault = file === '' ? null : takeStep(kind, call, file, writeHalf(call, values[0], values[1]));
    if (fault !== null) return void process.nextTick(() => done(systemError(fault, call, file)));
    if (call !== 'open') return act.apply(this, values);
    return act.call(this, ...values.slice(0, -1), (error: unknown, descriptor: number) => {
      if (error === null) descriptors.set(descriptor, file);
      done(error, descriptor);
    });
  };
}

const handleCalls: readonly (readonly [StepKind, readonly string[]])[] = [
  ['read', ['read', 'readFile', 'readv']],
  ['write', ['write', 'writev', 'writeFile', 'appendFile', 'truncate', 'chmod']],
  ['sync', ['sync', 'datasync']],
];

function watchHandle(handle: fs.promises.FileHandle, file: string): fs.promises.FileHandle {
  const group = handle as unknown as Group;
  for (const [kind, calls] of handleCalls) {
    for (const call of calls) {
      const act = group[call];
      if (act === undefined) continue;
      group[call] = async (...values: unknown[]) => {
        const fault = takeStep(kind, call, file, writeHalf(call, handle.fd, values[0]));
        if (fault !== null) throw systemError(fault, call, file);
        return act.apply(handle, values);
      };
    }
  }
  descriptors.set(handle.fd, file);
  return handle;
}

function replacePromise(kind: StepKind, call: string): void {
  const group = fs.promises as unknown as Group;
  const act = group[call];
  if (act === undefined) return;
  group[call] = async (...values: unknown[]) => {
    const file = subjectOf(call, values);
    const fault = file === '' ? null : takeStep(kind, call, file, writeHalf(call, values[0], values[1]));
    if (fault !== null) throw systemError(fault, call, file);
    const result = await act.apply(fs.promises, values);
    return call === 'open' ? watchHandle(result as fs.promises.FileHandle, file) : result;
  };
}

for (const [kind, calls] of kinds) {
  for (const call of calls) {
    replaceSync(kind, call);
    replaceCallback(kind, call);
    replacePromise(kind, call);
  }
}

// Files are parsed in processes of their own, which are told nothing of this one's options.
const { fork } = childProcess;
childProcess.fork = ((script: string, words: readonly string[], options: childProcess.ForkOptions) =>
  fork(script, words, {
    ...options,
    execArgv: [...(options.execArgv ?? []), '--import', import.meta.url],
  })) as typeof fork;
syncBuiltinESMExports();

const require = createRequire(import.meta.url);

const oneLine = (sql: string) => sql.trim().replaceAll(/\s+/g, ' ');

/** The catalogue: SQLite's own errors for a full disk and for one that fails. */
const { prototype: catalogue } = require('libsql') as typeof Database;
function catalogueStep(sql: string): void {
  const fault = takeStep('catalogue', 'run', oneLine(sql));
  if (fault === null) return;
  const isFull = fault === 'ENOSPC';
  const message = isFull ? 'database or disk is full' : 'disk I/O error';
  throw Object.assign(new Error(message), { name: 'SqliteError', code: isFull ? 'SQLITE_FULL' : 'SQLITE_IOERR' });
}
const { prepare, exec } = catalogue;
catalogue.prepare = function (this: Database.Database, sql: string) {
  const statement = prepare.call(this, sql) as unknown as Group;
  // What rolls back is what follows a failure; SQLite never fails at it.
  if (/^\s*(pragma|rollback)/i.test(sql)) return statement as unknown as ReturnType<typeof prepare>;
  // One of them calls another.
  let isRunning = false;
  for (const call of ['all', 'run', 'iterate', 'get']) {
    const act = statement[call];
    if (act === undefined) continue;
    statement[call] = (...values: unknown[]) => {
      if (!isRunning) catalogueStep(sql);
      isRunning = true;
      try {
        return act.apply(statement, values);
      } finally {
        isRunning = false;
      }
    };
  }
  return statement as unknown as ReturnType<typeof prepare>;
} as typeof prepare;
catalogue.exec = function (this: Database.Database, sql: string) {
  if (!/^\s*rollback/i.test(sql)) catalogueStep(sql);
  return exec.call(this, sql);
};

/** The engine, which has only texts for its errors. */
const engineTexts: Readonly<Record<string, string>> = {
  ENOSPC: 'IO Error: Could not write to file "rows.parquet": No space left on device',
  EIO: 'IO Error: Could not read from file "rows.parquet": Input/output error',
  EACCES: 'IO Error: Cannot open file "rows.parquet": Permission denied',
};
const { DuckDBConnection: connection } = require('@duckdb/node-api') as {
  DuckDBConnection: { prototype: DuckDBConnection };
};
const engine = connection.prototype as unknown as Group;
for (const call of ['run', 'start', 'stream']) {
  const act = engine[call];
  if (act === undefined) continue;
  engine[call] = async function (this: unknown, sql, ...values) {
    const text = String(sql);
    if (/^(SET|RESET|PRAGMA|DROP)\b/i.test(text)) return act.call(this, sql, ...values);
    // A process that dies has begun the statement.
    const fault = takeStep('engine', call, oneLine(text), () => void act.call(this, sql, ...values));
    if (fault !== null) throw new Error(engineTexts[fault]);
    return act.call(this, sql, ...values);
  };
}
