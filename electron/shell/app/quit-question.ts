import { app, type BrowserWindow, dialog } from 'electron';
import type { UnfinishedJob } from '#shared/rpc/backend-process.ts';
import type { ShellWords } from '../menu/en.ts';

/** What the question is asked with. */
export interface QuitParts {
  readonly words: () => ShellWords;
  /** The window that the question belongs to. */
  readonly window: () => BrowserWindow | undefined;
  /** Shows the list of jobs. */
  readonly showJobs: () => void;
}

/** Jobs that are named; the others are an ellipsis. */
const maxNamed = 5;

/** Asks before the application ends while jobs run, and says which of them continue at the next start. */
export class QuitQuestion {
  readonly #parts: QuitParts;
  #jobs: readonly UnfinishedJob[] = [];
  #settled = false;
  #open = false;

  constructor(parts: QuitParts) {
    this.#parts = parts;
  }

  /** The jobs that run or wait just now. */
  setJobs(jobs: readonly UnfinishedJob[]): void {
    this.#jobs = jobs;
  }

  /** From now on nothing is asked: the computer is shut down, or a terminal has ended the application. */
  skip(): void {
    this.#settled = true;
  }

  /** Whether the application may end now. Where it may not, the person is asked, and quits by the answer. */
  mayQuit(): boolean {
    if (this.#settled || this.#jobs.length === 0) return true;
    if (!this.#open) void this.#ask();
    return false;
  }

  async #ask(): Promise<void> {
    const { words, window, showJobs } = this.#parts;
    const { quitQuestion, quitContinues, quitInterrupts, quit, jobs, cancel } = words();
    const options = {
      type: 'question' as const,
      title: app.name,
      message: quitQuestion,
      detail: [
        ...named(
          quitContinues,
          this.#jobs.filter(({ continues }) => continues),
        ),
        ...named(
          quitInterrupts,
          this.#jobs.filter(({ continues }) => !continues),
        ),
      ].join('\n\n'),
      buttons: [quit, jobs, cancel],
      defaultId: 2,
      cancelId: 2,
    };
    const owner = window();
    this.#open = true;
    try {
      const { response } = await (owner === undefined
        ? dialog.showMessageBox(options)
        : dialog.showMessageBox(owner, options));
      if (response === 1) showJobs();
      if (response !== 0) return;
      this.skip();
      app.quit();
    } finally {
      this.#open = false;
    }
  }
}

function named(heading: string, jobs: readonly UnfinishedJob[]): string[] {
  if (jobs.length === 0) return [];
  const subjects = jobs.slice(0, maxNamed).map(({ subject }) => subject);
  return [[heading, ...subjects, ...(jobs.length > maxNamed ? ['…'] : [])].join('\n')];
}
