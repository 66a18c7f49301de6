import { stat } from 'node:fs/promises';
import { englishText } from '#shared/english/english-text.ts';
import { explain, explanationOf } from '#shared/failures.ts';
import { given } from '#shared/given.ts';
import type { FileOptions, FileSurvey } from '#shared/rpc/source-file.ts';
import type { JobDeps } from '../job-deps.ts';
import { explainJobError } from '../queue/job-failure.ts';
import { planFileOf } from './planned-file.ts';

/** Reads whole files to determine their columns, one at a time, while a user looks at the first rows. */
export interface Surveys {
  /** Returns the progress; the first call for a file, or after it was changed, starts it, and cancels any other. */
  ask(file: string, options: FileOptions): Promise<FileSurvey>;
  close(): void;
}

const initialSurvey: FileSurvey = {
  state: 'reading',
  fraction: null,
  rows: null,
  columns: [],
  notices: [],
  problem: null,
};

export function openSurveys(deps: Pick<JobDeps, 'files' | 'scratch'>, announce: (file: string) => void): Surveys {
  let key = '';
  let survey = initialSurvey;
  let controller = new AbortController();

  async function read(file: string, options: FileOptions, signal: AbortSignal): Promise<void> {
    const become = (next: FileSurvey) => {
      if (signal.aborted) return;
      survey = next;
      announce(file);
    };
    try {
      const files = await deps.files();
      const plan = await planFileOf(files, file, options, deps.scratch, signal);
      const onProgress = ({ fraction }: { fraction: number | null }) => become({ ...initialSurvey, fraction });
      const found = await files.survey(plan, { rows: 0, whole: true }, { signal, onProgress });
      const { records: rows, columns, conversions: notices, notes } = found;
      become({ state: 'done', fraction: 1, rows, columns, notices, problem: null, ...given({ notes }) });
    } catch (error) {
      become({ ...initialSurvey, state: 'failed', problem: explanationOf(explainJobError(error).failure) });
    }
  }

  return {
    async ask(file, options) {
      // A missing file is reported when it is read.
      const found = await stat(file).catch(() => null);
      const requestKey = JSON.stringify([file, options, found?.size, found?.mtimeMs]);
      if (requestKey === key) return survey;
      controller.abort(new DOMException('Another file is being looked at.', 'AbortError'));
      controller = new AbortController();
      key = requestKey;
      survey = initialSurvey;
      void read(file, options, controller.signal);
      return survey;
    },
    close: () => controller.abort(new DOMException(englishText(explain('closing')), 'AbortError')),
  };
}
