import { mkdir } from 'node:fs/promises';
import type { LongWork, Progress } from '../lib/long-work.ts';
import { type Engine, openEngine } from './engine/engine.ts';
import { surveyTable } from './reading/columns/survey-table.ts';
import { jsonDepth, jsonDepthFunction } from './reading/formats/json/json-depth.ts';
import { toDegrees, toDegreesFunction } from './reading/formats/parquet/projected-geometry.ts';
import type { SurveyBeginning } from './reading/plan.ts';
import { planOf } from './reading/plan.ts';
import { previewTable } from './reading/preview.ts';
import {
  type EngineLimits,
  type IsolatedResults,
  type IsolatedTask,
  isStatementTask,
  type StatementTask,
} from './reading/process/isolated-task.ts';
import { checkInProcess, writeStatement } from './reading/statements/write-statement.ts';
import { ingest } from './reading/write.ts';
import { writeRowFile } from './rows/pages/row-file/write-row-file.ts';

type FileTask = Exclude<IsolatedTask, StatementTask | { kind: 'images' }>;

export interface FileReport {
  readonly onProgress: (progress: Progress) => void;
  /** Called occasionally while a statement runs, whether or not there is progress to report. */
  readonly onActivity: () => void;
}

/** Runs a task on a file with its own engine, which ends with the task. */
export async function readFile(
  task: FileTask | StatementTask,
  report: FileReport,
): Promise<IsolatedResults[(FileTask | StatementTask)['kind']]> {
  if (isStatementTask(task)) return await runStatementTask(task, report);
  const engine = await openOwnEngine(task.limits, report.onActivity);
  try {
    return await perform(engine, task, { onProgress: report.onProgress });
  } finally {
    await engine.close();
  }
}

async function runStatementTask(task: StatementTask, { onProgress, onActivity }: FileReport) {
  if (task.kind === 'check') return await checkInProcess(task.sql, task.limits, {});
  await mkdir(task.folder, { recursive: true });
  return await writeStatement({ ...task, onActivity }, task.statement, { onProgress });
}

function openOwnEngine(limits: EngineLimits, onActivity: () => void): Promise<Engine> {
  return openEngine({
    ...limits,
    functions: { [jsonDepthFunction]: (text) => String(jsonDepth(text)), [toDegreesFunction]: toDegrees },
    alone: true,
    onActivity,
  });
}

function perform(engine: Engine, task: FileTask, work: LongWork): Promise<IsolatedResults[FileTask['kind']]> {
  switch (task.kind) {
    case 'survey':
      return survey(engine, task, work);
    case 'preview': {
      const { scratch } = task;
      const ask: SurveyBeginning = (plan, beginning, options) =>
        engine.short(work, (session) => surveyTable(session, plan, beginning, options, scratch, work));
      return previewTable(ask, task.file, scratch, task.purpose, work);
    }
    case 'rows':
      return engine.upkeep(work, (session) => writeRowFile(session, task.file, task.paths, work));
    case 'ingest':
      return ingest(
        { engine, folder: task.folder },
        task.key,
        task.file,
        { appendTo: task.appendTo, rejects: task.rejects },
        work,
      );
  }
}

type SurveyTask = Pick<Extract<FileTask, { kind: 'survey' }>, 'file' | 'options' | 'scratch'>;

async function survey(engine: Engine, { file, options, scratch }: SurveyTask, work: LongWork) {
  const plan = await planOf(file, scratch, work);
  return engine.short(work, (session) => surveyTable(session, plan, null, options, scratch, work));
}
