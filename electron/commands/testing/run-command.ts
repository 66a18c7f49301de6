import { vi } from 'vitest';
import { almanacProgram } from '../program.ts';
import { runCommands } from '../running/run-commands.ts';
import type { ChildOutcome } from './child-processes.ts';

export interface CommandOutcome {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command like the command line, but in this process; one at a time. */
export async function runCommandHere(...words: readonly string[]): Promise<CommandOutcome> {
  const { argv, exitCode } = process;
  const texts = { out: '', err: '' };
  const collect = (into: 'out' | 'err') => (text: unknown) => {
    texts[into] += String(text);
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(collect('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(collect('err')),
  ];
  try {
    process.argv = [process.execPath, 'almanac', ...words];
    process.exitCode = 0;
    await runCommands(almanacProgram());
    return { status: Number(process.exitCode), ...texts };
  } finally {
    process.argv = argv;
    process.exitCode = exitCode;
    for (const spy of spies) spy.mockRestore();
  }
}

/**
 * Runs a command in this process, with the outcome of a process.
 * @param env added to this process's own variables meanwhile
 */
export async function commandHere(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ChildOutcome> {
  const before = { ...process.env };
  Object.assign(process.env, env);
  try {
    const { status, out, err } = await runCommandHere(...words);
    return { code: status, out, error: err };
  } finally {
    for (const name of Object.keys(env)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}
