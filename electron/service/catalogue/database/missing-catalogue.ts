import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';

/** There are rows or records without their catalogue; no new catalogue is created, and nothing is removed. */
export class MissingCatalogueError extends ExplainedError {
  /** The file that is missing, or that belongs to other rows. */
  readonly file: string;

  /**
   * @param found what exists in its place
   * @param versions number of versions with files; 0 if there are only records
   */
  constructor(file: string, found: 'missing' | 'empty' | 'of-another-store', versions: number) {
    const words = {
      missing: 'catalogue-missing',
      empty: 'catalogue-empty',
      'of-another-store': 'catalogue-of-another-store',
    } as const;
    super(explain(words[found], { file, versions, folder: path.dirname(file) }), { kind: 'local-failed' });
    this.file = file;
  }
}

function versionsBeside(file: string): number {
  const folder = path.join(path.dirname(file), 'rows', 'versions');
  return existsSync(folder) ? readdirSync(folder).length : 0;
}

/** Whether there are records beside a catalogue, which a new one would overwrite. */
function hasRecordsBeside(file: string): boolean {
  const folder = path.join(path.dirname(file), 'rows', 'records');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  if (names.some((name) => /^(namespace|dataset)-\d+\.json$/.test(name))) return true;
  return names.includes('accounts.json') && hasUserAccounts(readFileSync(path.join(folder, 'accounts.json'), 'utf8'));
}

/** Every store has the desktop's own account, so losing that one does not matter. */
function hasUserAccounts(text: string): boolean {
  try {
    const { users } = (JSON.parse(text) as { document: { users: { isOperator: boolean }[] } }).document;
    return users.some(({ isOperator }) => !isOperator);
  } catch {
    return true;
  }
}

/** Whether an unreadable catalogue can be rebuilt from the files beside it. */
export function canBeRebuilt(file: string): boolean {
  return versionsBeside(file) > 0 || hasRecordsBeside(file);
}

/** Refuses to create a catalogue if there was one. @param found what is left of it @throws {MissingCatalogueError} */
export function refuseNew(file: string, found: 'missing' | 'empty'): void {
  const versions = versionsBeside(file);
  if (versions > 0 || hasRecordsBeside(file)) throw new MissingCatalogueError(file, found, versions);
}

/** @throws {MissingCatalogueError} if there are rows or records, but no catalogue */
export function refuseMissing(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined || found.size === 0) refuseNew(file, found === undefined ? 'missing' : 'empty');
}
