import { app, type BrowserWindow, dialog } from 'electron';
import type { UnfinishedJob } from '#shared/rpc/backend-process.ts';
import type { ShellWords } from '../texts.ts';

/** What {@link QuitQuestion} needs. */
export interface QuitParts {
  readonly words: () => ShellWords;
  readonly window: () => BrowserWindow | undefined;
  readonly showJobs: () => void;
}

/** Jobs that are listed by name; an ellipsis replaces the others. */
const maxNamed = 5;

/** Asks before the application quits while jobs run, and names those that will resume at the next start. */
export class QuitQuestion {
  readonly #parts: QuitParts;
  #jobs: readonly UnfinishedJob[] = [];
  #settled = false;
  #open = false;

  constructor(parts: QuitParts) {
    this.#parts = parts;
  }

  setJobs(jobs: readonly UnfinishedJob[]): void {
    this.#jobs = jobs;
  }

  /** Never asks again: the computer is shutting down, or a terminal has ended the application. */
  skip(): void {
    this.#settled = true;
  }

  /** Whether the application may quit now. If not, the user is asked, and the answer may quit it. */
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
