import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { given } from '#shared/given.ts';

const node = path.join(import.meta.dirname, '../../../node_modules/.bin/node');

/** The command line's script: in the source tree, or the one that `ALMANAC_COMMAND_LINE` names. */
export const commandLine: string =
  process.env.ALMANAC_COMMAND_LINE ?? path.join(import.meta.dirname, '../..', 'cli.ts');

export interface ChildOutcome {
  /** Exit code; null if a signal ended the process. */
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

export interface StartedChild {
  readonly child: ChildProcess;
  /** Output of the process so far. */
  readonly output: { readonly out: string; readonly error: string };
  readonly ended: Promise<ChildOutcome>;
}

export interface ChildOptions {
  readonly cwd?: string;
  /** Added to this process's own variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** Its standard input, which is closed otherwise. */
  readonly input?: string;
}

/** Starts processes of the project's own Node for a test; none outlives `endAll`. */
export class TestChildren {
  readonly #running = new Set<ChildProcess>();

  /** Starts a script with its arguments. */
  start(script: string, words: readonly string[], { cwd, env, input }: ChildOptions = {}): StartedChild {
    const child = spawn(node, [script, ...words], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
      ...given({ cwd }),
    });
    this.#running.add(child);
    const output = { out: '', error: '' };
    child.stdout.on('data', (piece: Buffer) => {
      output.out += piece;
    });
    child.stderr.on('data', (piece: Buffer) => {
      output.error += piece;
    });
    // A killed process stops reading.
    child.stdin.on('error', () => {}).end(input ?? '');
    const ended = once(child, 'close').then(([code]) => {
      this.#running.delete(child);
      return { code: code as number | null, ...output };
    });
    return { child, output, ended };
  }

  /** Kills those that are still running, and waits for their end. */
  async endAll(): Promise<void> {
    const ended = [...this.#running].map((child) => {
      child.kill('SIGKILL');
      return once(child, 'close');
    });
    await Promise.all(ended);
  }
}
