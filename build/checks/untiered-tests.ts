import path from 'node:path';
import { testFiles } from '../test-files.ts';

const patterns = Object.values(testFiles);

/**
 * The files with tests that no runner finds, so that they belong to no tier.
 * @param files paths from the project's root, with forward slashes
 * @param read gives the text of a file
 */
export function untieredTests(files: readonly string[], read: (file: string) => string): string[] {
  return files.filter((file) => {
    if (patterns.some((pattern) => path.posix.matchesGlob(file, pattern))) return false;
    return /\.(test|spec)\.[cm]?[jt]sx?$/.test(file) || definesTests(read(file));
  });
}

/** Helpers may extend the runner's functions, or call them in a function of their own. */
function definesTests(text: string): boolean {
  return (
    /from '(vitest|@playwright\/test)'|support\/app\.ts'/.test(text) && /^(test|it|describe)(\.\w+)*\(/m.test(text)
  );
}
