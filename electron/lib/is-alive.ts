import { readFileSync } from 'node:fs';

/** Whether a process with this id is running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** A zombie process still answers signals until its parent reads its exit status, which some parents never do. */
function isZombie(pid: number): boolean {
  try {
    const state = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.[0];
    return state === 'Z' || state === 'X';
  } catch {
    return false;
  }
}
