import path from 'node:path';

/** Maximum number of source files in a folder. A folder is an idea: it is divided when its names can no longer be scanned. */
export const maxFiles = 30;

/**
 * The folders that directly contain more source files than {@link maxFiles}, each with its count; tests do not count.
 */
export function crowdedFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const file of files) {
    if (/\.(?:test|spec)\.tsx?$/.test(file)) continue;
    const folder = path.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > maxFiles).map(([folder, count]) => `${folder}: ${count} files`);
}
