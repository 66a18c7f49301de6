import { existsSync } from 'node:fs';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import type { LibsqlDatabase } from './libsql-database.ts';
import { first } from './migrations/0001-first.ts';
import { sidecarChanges } from './migrations/0002-sidecar-changes.ts';
import { provisionalNamespaces } from './migrations/0003-provisional-namespaces.ts';
import { provenance } from './migrations/0004-provenance.ts';
import { sources } from './migrations/0005-sources.ts';
import { sourceNotices } from './migrations/0006-source-notices.ts';
import { heldNotices } from './migrations/0007-held-notices.ts';

/** All migrations of the catalogue, oldest first. New ones are added at the end only. */
export const migrations: readonly string[] = [
  first,
  sidecarChanges,
  provisionalNamespaces,
  provenance,
  sources,
  sourceNotices,
  heldNotices,
];

/** The catalogue was written by a later release with an unknown schema. */
export class NewerCatalogueError extends ExplainedError {
  constructor(found: number, known: number) {
    super(explain('catalogue-newer', { found, known }));
    this.name = 'NewerCatalogueError';
  }
}

/**
 * Migrates a catalogue to the newest schema, each step in its own transaction. An existing one is copied beside itself
 * first (`<file>.before-<n>`), so that an earlier release can still be used with the copy.
 * @throws {NewerCatalogueError}
 */
export function migrate(database: LibsqlDatabase, file: string, steps: readonly string[] = migrations): void {
  const found = versionOf(database);
  if (found > steps.length) throw new NewerCatalogueError(found, steps.length);
  if (found > 0 && found < steps.length) writeCopy(database, file, found);
  for (const [position, step] of steps.entries()) {
    if (position >= found) takeStep(database, step, position);
  }
}

function versionOf(database: LibsqlDatabase): number {
  return Number(database.rows('PRAGMA user_version')[0]?.user_version ?? 0);
}

/** Another process may have applied the same migration since the version was read. */
function takeStep(database: LibsqlDatabase, step: string, position: number): void {
  database.exec('begin immediate');
  try {
    if (versionOf(database) <= position) database.exec(`${step}\npragma user_version = ${position + 1};`);
    database.exec('commit');
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
}

function writeCopy(database: LibsqlDatabase, file: string, version: number): void {
  const copy = `${file}.before-${version + 1}`;
  if (!existsSync(copy)) database.rows('vacuum into ?', [copy]);
}
