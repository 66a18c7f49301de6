import path from 'node:path';

/** Most source files of one folder; a reader takes in about so many names at once. */
export const maxFiles = 15;

/** The folders that directly hold more source files than {@link maxFiles}, each with its count; tests lie beside what they test and do not count. */
export function crowdedFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const file of files) {
    if (/\.(?:test|spec)\.tsx?$/.test(file)) continue;
    const folder = path.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > maxFiles).map(([folder, count]) => `${folder}: ${count} files`);
}
