import { readdir, readFile } from 'node:fs/promises';

async function childrenOf(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  );
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}

/** Whether a process is a running disposable one (Linux). */
export async function isReader(pid: number): Promise<boolean> {
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes('isolated-worker');
}

/** The running disposable processes started by a process (Linux). */
export async function readersOf(pid: number): Promise<number[]> {
  const children = await childrenOf(pid);
  const readers = await Promise.all(children.map(isReader));
  return children.filter((_, at) => readers[at]);
}

/** Sends a signal to a process; without effect if it has ended. */
export function signalReader(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
