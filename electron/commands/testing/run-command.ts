import { vi } from 'vitest';
import { addExportCommand } from '../export.ts';
import { addListCommand } from '../ls.ts';
import { addPinCommand } from '../pin.ts';
import { addQueryCommand } from '../query.ts';
import { newProgram, runCommands } from '../running/run.ts';
import { addSettingsCommand } from '../settings.ts';

/** The outcome of a command. */
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
    const program = newProgram();
    addListCommand(program);
    addExportCommand(program);
    addQueryCommand(program);
    addPinCommand(program);
    addSettingsCommand(program);
    await runCommands(program);
    return { status: Number(process.exitCode), ...texts };
  } finally {
    process.argv = argv;
    process.exitCode = exitCode;
    for (const spy of spies) spy.mockRestore();
  }
}
