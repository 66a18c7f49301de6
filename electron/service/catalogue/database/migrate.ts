import { randomUUID } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { explain } from '#shared/failures.ts';
import type { LibsqlDatabase } from './libsql-database.ts';
import { first } from './migrations/0001-first.ts';
import { sidecarChanges } from './migrations/0002-sidecar-changes.ts';
import { provisionalNamespaces } from './migrations/0003-provisional-namespaces.ts';
import { provenance } from './migrations/0004-provenance.ts';
import { sources } from './migrations/0005-sources.ts';
import { sourceNotices } from './migrations/0006-source-notices.ts';
import { heldNotices } from './migrations/0007-held-notices.ts';
import { hosts } from './migrations/0008-hosts.ts';
import { rowKey } from './migrations/0009-row-key.ts';
import { trash } from './migrations/0010-trash.ts';
import { authorAndHidden } from './migrations/0011-author-and-hidden.ts';
import { codes } from './migrations/0012-codes.ts';
import { StoreProblemError } from './store-problem.ts';

/** All migrations of the catalogue, oldest first. New ones are added at the end only. */
export const migrations: readonly string[] = [
  first,
  sidecarChanges,
  provisionalNamespaces,
  provenance,
  sources,
  sourceNotices,
  heldNotices,
  hosts,
  rowKey,
  trash,
  authorAndHidden,
  codes,
];

/**
 * Migrates a catalogue to the newest schema in one transaction, so that no process ever sees it half migrated. An
 * existing one is copied beside itself first (`<file>.before-<n>`), so that an earlier release can still be used with
 * the copy.
 * @throws {StoreProblemError} if it was written by a later release with an unknown schema
 */
export function migrate(database: LibsqlDatabase, file: string, steps: readonly string[] = migrations): void {
  const found = knownVersionOf(database, steps);
  if (found === steps.length) return;
  if (found > 0) writeCopy(database, `${file}.before-${found + 1}`);
  applyMigrations(database, steps);
}

function knownVersionOf(database: LibsqlDatabase, steps: readonly string[]): number {
  const found = Number(database.rows('PRAGMA user_version')[0]?.user_version ?? 0);
  if (found > steps.length)
    throw new StoreProblemError(explain('catalogue-newer', { found, known: steps.length }), null);
  return found;
}

function applyMigrations(database: LibsqlDatabase, steps: readonly string[]): void {
  database.exec('begin immediate');
  try {
    // Another process may have migrated it since the version was read.
    for (const step of steps.slice(knownVersionOf(database, steps))) database.exec(step);
    database.exec(`pragma user_version = ${steps.length}`);
    database.exec('commit');
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
}

/**
 * Copies the catalogue. Several processes may do so at once, each into its own file. A copy that exists by the end was
 * made before the migration, and that of this process perhaps after it, so the existing one stays.
 */
function writeCopy(database: LibsqlDatabase, copy: string): void {
  if (existsSync(copy)) return;
  const own = `${copy}.${randomUUID()}`;
  try {
    database.rows('vacuum into ?', [own]);
    if (!existsSync(copy)) renameSync(own, copy);
  } finally {
    rmSync(own, { force: true });
  }
}
