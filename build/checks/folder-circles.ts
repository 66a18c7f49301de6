import { importsOf, type Source } from './source-files.ts';

/** Imports from one folder to another: `from` and `to` are the edge, and the first file is an example of it. */
type Imports = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Finds circles of imports between the direct subfolders of a folder. Files beside the subfolders wire them together,
 * and do not count.
 * @param accepted imports that close a circle, as `from → to`; the list may only shrink
 */
export function folderCircles(folder: string, sources: readonly Source[], accepted: readonly string[]): string[] {
  const imports = importsBetween(folder, sources);
  const others = new Map(
    [...imports].map(([from, targets]) => [
      from,
      new Map([...targets].filter(([to]) => !accepted.includes(edge(from, to)))),
    ]),
  );
  const circles = [...others].flatMap(([from, targets]) =>
    [...targets].flatMap(([to, example]) => {
      const back = pathBetween(others, to, from);
      return back === null ? [] : [`${folder}: ${[from, ...back].join(' → ')}, for example by ${example}`];
    }),
  );
  const outdated = accepted.filter((line) => {
    const [from = '', to = ''] = line.split(' → ');
    return imports.get(from)?.has(to) !== true || pathBetween(others, to, from) === null;
  });
  return [...circles, ...outdated.map((line) => `${folder}: ${line} is accepted, but closes no circle`)];
}

const edge = (from: string, to: string): string => `${from} → ${to}`;

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
