import { type ProgressDisplay, showProgress } from '../show-progress.ts';

/** How a command prints, by the options that every command has. */
export interface OutputChoice {
  /** Print neither what was done nor progress: only requested data and failures. */
  readonly quiet?: boolean;
  /** Show progress even if standard error is not a terminal. */
  readonly progress?: boolean;
}

/** The options of the running command: one runs at a time in a process. */
let chosen: OutputChoice = {};

/** Called before a command runs, with its options. */
export function chooseOutput(options: OutputChoice): void {
  chosen = options;
}

/**
 * Prints what a command has done: with `--json` the record as one line. `--quiet` silences neither that nor a result
 * that the exit code reports as a problem.
 */
export function printResult(json: boolean | undefined, record: object, text: string): void {
  if (json === true) process.stdout.write(`${JSON.stringify(record)}\n`);
  else if (chosen.quiet !== true || Number(process.exitCode ?? 0) !== 0)
    process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** Prints a remark about the result on standard error. */
export function printRemark(text: string): void {
  if (chosen.quiet !== true) process.stderr.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** Shows progress on standard error if that is a terminal, or the user wants it; notices always, unless `--quiet`. */
export function showCommandProgress(): ProgressDisplay {
  const display = showProgress(process.stderr);
  const isShown = chosen.progress ?? (process.stderr.isTTY === true && chosen.quiet !== true);
  return {
    report: isShown ? display.report : () => {},
    notice: chosen.quiet === true ? () => {} : display.notice,
    end: display.end,
  };
}
