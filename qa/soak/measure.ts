import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** What processes and folders use just now. */
export interface Usage {
  readonly rss: number;
  readonly pss: number;
  readonly handles: number;
  readonly threads: number;
  readonly processes: number;
  readonly catalogue: number;
  readonly versions: number;
  readonly cache: number;
  readonly others: number;
}

/**
 * Reads what a service uses from `/proc` and its folder. Open handles, threads and resident memory are its own; the
 * proportional memory is that of all processes it has started too.
 * @param data its data folder
 */
export function usageOf(pid: number, data: string): Usage {
  const tree = [pid, ...descendantsOf(pid)];
  const disk = { catalogue: 0, versions: 0, cache: 0, others: 0 };
  for (const [name, bytes] of filesIn(data)) disk[kindOf(name)] += bytes;
  return {
    rss: kilobytes(`/proc/${pid}/status`, 'VmRSS'),
    pss: tree.map((one) => kilobytes(`/proc/${one}/smaps_rollup`, 'Pss')).reduce((sum, one) => sum + one, 0),
    handles: readdirSync(`/proc/${pid}/fd`).length,
    threads: readdirSync(`/proc/${pid}/task`).length,
    processes: tree.length,
    ...disk,
  };
}

function kindOf(name: string): 'catalogue' | 'versions' | 'cache' | 'others' {
  if (name.startsWith('catalogue.sqlite')) return 'catalogue';
  if (name.startsWith('rows/versions/')) return 'versions';
  return name.startsWith('rows/cache/') ? 'cache' : 'others';
}

/** A value of a file of `/proc` in bytes; 0 if the process has just ended. */
function kilobytes(file: string, name: string): number {
  const text = readOrEmpty(file);
  return 1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0);
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function descendantsOf(pid: number): number[] {
  let threads: string[] = [];
  try {
    threads = readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
  const children = threads.flatMap((thread) =>
    readOrEmpty(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

/** Names below a folder, with slashes, and the bytes that each takes on the disk; those that disappear are left out. */
function filesIn(folder: string): [string, number][] {
  const found: [string, number][] = [];
  const visit = (below: string) => {
    let entries: string[] = [];
    try {
      entries = readdirSync(path.join(folder, below));
    } catch {
      return;
    }
    for (const entry of entries) {
      const name = below === '' ? entry : `${below}/${entry}`;
      const stats = statSync(path.join(folder, name), { throwIfNoEntry: false });
      if (stats?.isDirectory()) visit(name);
      else if (stats !== undefined) found.push([name, stats.blocks * 512]);
    }
  };
  visit('');
  return found;
}
