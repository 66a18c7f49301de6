import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';

/** There are rows without the catalogue that says what they are: nothing is begun anew, nothing is removed. */
export class MissingCatalogueError extends ExplainedError {
  /** The file that is missing, or that belongs to other rows. */
  readonly file: string;

  /** @param found what there is in its place */
  constructor(file: string, found: 'missing' | 'empty' | 'foreign', versions: number) {
    const words = { missing: 'catalogue-missing', empty: 'catalogue-empty', foreign: 'catalogue-foreign' } as const;
    super(explain(words[found], { file, versions, folder: path.dirname(file) }));
    this.name = 'MissingCatalogueError';
    this.file = file;
  }
}

/** How many versions have files beside a catalogue. */
export function versionsBeside(file: string): number {
  const folder = path.join(path.dirname(file), 'rows', 'versions');
  return existsSync(folder) ? readdirSync(folder).length : 0;
}

/** @throws {MissingCatalogueError} where there are rows, but no catalogue */
export function refuseMissing(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found !== undefined && found.size > 0) return;
  const versions = versionsBeside(file);
  if (versions > 0) throw new MissingCatalogueError(file, found === undefined ? 'missing' : 'empty', versions);
}
