import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import type { FailureKind } from '#shared/failures.ts';
import definitions from '../commands.json' with { type: 'json' };
import { chooseOutput } from './output/print-result.ts';

/** Exit codes of the command line; the same for every command. */
export const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

/** A failure whose message is all that the user needs: no stack is printed. */
export class CommandFailure extends Error {
  override readonly name: string = 'CommandFailure';
  /** Its kind, for `--json`. */
  readonly code: string;
  constructor(message: string, code = 'command') {
    super(message);
    this.code = code;
  }
}

/** Arguments that cannot be understood, or do not fit together. */
export class UsageFailure extends CommandFailure {
  override readonly name = 'UsageFailure';
  constructor(message: string) {
    super(message, 'usage');
  }
}

/** The program to add commands to. Commands inherit its settings when they are added, so it is created first. */
export function newProgram(): Command {
  running = null;
  return (
    new Command('almanac')
      .description(definitions.commands[''].description)
      .version(ownVersion())
      .exitOverride()
      // Otherwise `--version <slug>` would be read as a request for Almanac's own version.
      .enablePositionalOptions()
      .configureOutput({ writeErr: (text) => void (wantsJson() || process.stderr.write(text)) })
      .hook('preAction', (_, command) => {
        chooseOutput(command.opts());
        running = command;
      })
  );
}

/** The command that runs; one at a time in a process. */
let running: Command | null = null;

/** The command whose arguments could be parsed last; null if none could. */
export function runningCommand(): Command | null {
  return running;
}

/** How a command is called, such as `almanac follow check`. */
export function nameOfCommand(command: Command): string {
  return command.parent === null ? command.name() : `${nameOfCommand(command.parent)} ${command.name()}`;
}

/** Whether failures are printed as JSON; also known if the arguments cannot be parsed. */
export function wantsJson(): boolean {
  return process.argv.includes('--json');
}

function ownVersion(): string {
  const described = JSON.parse(readFileSync(path.join(import.meta.dirname, packagePath()), 'utf8')) as {
    version: string;
  };
  return described.version;
}

/** This file runs from its source folder, or bundled in `out/`. */
function packagePath(): string {
  return import.meta.url.endsWith('.ts') ? '../../../package.json' : '../package.json';
}

/** Exit codes of single commands, in addition to the common ones. */
export const jobExitCodes = {
  ...exitCodes,
  /** The file has values that could not be read; nothing was published. */
  badValues: 3,
  /** The bytes do not match their checksum. */
  differs: 4,
  /** There is no checksum to compare with. */
  notChecked: 5,
  /** `ls`: some of the catalogue could not be read. */
  incomplete: 6,
  /** Ended by SIGINT (Ctrl+C) or SIGTERM; nothing was left behind. */
  interrupted: 130,
} as const;

/** Failures that come from what the user typed, although only work finds them. */
export const usageKinds: ReadonlySet<FailureKind> = new Set(['bad-address', 'bad-name']);
