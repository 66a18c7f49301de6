import { importsOf, type Source } from './source-files.ts';

/** Imports from one folder to another: `from` and `to` are the edge, and the first file is an example of it. */
type Imports = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Finds circles of imports between the direct subfolders of a folder. Files beside the subfolders wire them together,
 * and do not count.
 */
export function folderCircles(folder: string, sources: readonly Source[]): string[] {
  const imports = importsBetween(folder, sources);
  return [...imports].flatMap(([from, targets]) =>
    [...targets].flatMap(([to, example]) => {
      const back = pathBetween(imports, to, from);
      return back === null ? [] : [`${folder}: ${[from, ...back].join(' → ')}, for example by ${example}`];
    }),
  );
}

function importsBetween(folder: string, sources: readonly Source[]): Imports {
  const subfolderOf = (file: string): string | undefined =>
    file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).match(/^([^/]+)\//)?.[1] : undefined;
  const imports = new Map<string, Map<string, string>>();
  for (const source of sources) {
    const from = subfolderOf(source.path);
    if (from === undefined) continue;
    for (const to of importsOf(source).map(subfolderOf)) {
      if (to === undefined || to === from) continue;
      const targets = imports.get(from) ?? new Map<string, string>();
      if (!targets.has(to)) targets.set(to, source.path);
      imports.set(from, targets);
    }
  }
  return imports;
}

/** The folders on a shortest path of imports, from the first to the last; null if there is none. */
function pathBetween(imports: Imports, first: string, last: string): string[] | null {
  const paths = new Map([[first, [first]]]);
  for (const [at, path] of paths) {
    if (at === last) return path;
    for (const to of imports.get(at)?.keys() ?? []) {
      if (!paths.has(to)) paths.set(to, [...path, to]);
    }
  }
  return null;
}
