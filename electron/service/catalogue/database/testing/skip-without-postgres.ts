import { postgresPrograms } from './postgres-server.ts';

/** Whether tests that need PostgreSQL cannot run here, which is printed. */
export function skipWithoutPostgres(): boolean {
  if (postgresPrograms() !== null) return false;
  process.stderr.write(
    'Skipped, because no PostgreSQL is installed here and npm has no package of it for this platform.\n',
  );
  return true;
}
