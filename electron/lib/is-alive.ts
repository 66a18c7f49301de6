import { readFileSync } from 'node:fs';

/** Whether a process of this number runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isDefunct(pid);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** A process that has ended answers to its number until its parent asks for its outcome, which some never do. */
function isDefunct(pid: number): boolean {
  try {
    const state = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.[0];
    return state === 'Z' || state === 'X';
  } catch {
    return false;
  }
}
