import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { englishText } from '#shared/english/english-text.ts';
import { withJobSession } from '../../../electron/commands/running/job-session.ts';
import { explainJobError } from '../../../electron/jobs/queue/job-failure.ts';
import { addUser, issueToken } from '../../../electron/service/accounts/administer.ts';
import { catalogueFile } from '../../../electron/service/catalogue/database/catalogue-file.ts';
import { openLibsql } from '../../../electron/service/catalogue/database/libsql-database.ts';
import { publishNew } from '../../../electron/service/operations/publish/publish-file.ts';
import { startService } from '../../../electron/service/service.ts';
import { writeOlderCatalogue } from '../../older-catalogue.ts';
import { storeViolations } from '../../store-violations.ts';
import { localCsv, operations, RefusedError, type Seen, type Workplace } from './operations.ts';
import { openRemoteProxy } from './remote-proxy.ts';
import { type Fault, hasHappened, type Step, setPlan, stepsIn } from './step-control.ts';

/** One run of an operation; without a fault, its steps are recorded. */
export interface Run {
  readonly operation: string;
  readonly fault: { readonly step: string; readonly fault: Fault; readonly isLasting: boolean } | null;
}

/** What came of a run. */
export interface RunOutcome {
  readonly run: Run;
  readonly steps: readonly Step[];
  /** Whether the step was reached. */
  readonly hasHappened: boolean;
  /** What the user was told; null if the operation succeeded. */
  readonly failure: { readonly kind: string; readonly text: string } | null;
  /** What does not hold, a sentence each. */
  readonly violations: readonly string[];
}

/** What the process is to do: runs on copies of the store in `template`, or one that may end it, or its aftermath. */
export interface Task {
  readonly act: 'make' | 'run' | 'aftermath';
  readonly template: string;
  /** Folder for the copies. */
  readonly work: string;
  readonly remote: string;
  readonly runs: readonly Run[];
}

const [, , text = '{}'] = process.argv;
const task = JSON.parse(text) as Task;
const control = process.env.ALMANAC_STEPS ?? '';

/** The schema of a much earlier release. */
const oldSchema = 4;

/** Makes the store that every operation starts with, and the one of an earlier release. */
async function makeStore(home: string): Promise<void> {
  mkdirSync(path.join(home, 'out'), { recursive: true });
  writeFileSync(path.join(home, 'rows.csv'), localCsv);
  const dataFolder = path.join(home, 'data');
  const service = await startService({ dataFolder, prepareRows: false });
  const { records } = service.deps.catalogue;
  await addUser(records, { username: 'staff', password: 'A long password of words 1', isStaff: true });
  writeFileSync(path.join(home, 'token'), await issueToken(records, 'staff'));
  for (const slug of ['first', 'grows', 'same']) {
    const place = { namespace: { slug: 'k', label: 'K', published: true }, dataset: { slug, label: slug } };
    await publishNew(service.deps, place, { path: path.join(home, 'rows.csv'), format: 'csv' });
  }
  await service.close();
  writeOlderCatalogue(path.join(dataFolder, catalogueFile), path.join(home, 'old.sqlite'), oldSchema);
}

/** A copy of the store, for one run. */
function copyStore(operation: string): string {
  const home = path.join(task.work, 'home');
  rmSync(home, { recursive: true, force: true });
  cpSync(task.template, home, { recursive: true });
  if (operation !== 'migrate') return home;
  const catalogue = path.join(home, 'data', catalogueFile);
  for (const suffix of ['', '-wal', '-shm']) rmSync(catalogue + suffix, { force: true });
  cpSync(path.join(home, 'old.sqlite'), catalogue);
  return home;
}

type Failure = RunOutcome['failure'];

/** Whether a step of an operation removes the rows of a version: if that fails, they stay until the next start. */
function isRemoval(operation: string, step: string): boolean {
  return operation === 'delete' && /^\w+ data\/rows\//.test(step);
}

/**
 * What a failed operation left of its version while the service keeps running: nothing, because it may run for months. A
 * connection that was lost is another matter, as the service works on without the one who asked.
 */
function leftBehind({ home }: Workplace, name: string, plan: Run['fault'] | 'none'): string[] {
  if (plan === 'none' || plan === null || plan.fault === 'lost' || isRemoval(name, plan.step)) return [];
  const database = openLibsql(path.join(home, 'data', catalogueFile));
  const pending = database.rows("select slug from versions where state <> 'ready'");
  const keys = new Set(database.rows('select key from versions').map(({ key }) => String(key)));
  database.close();
  const folders = readdirSync(path.join(home, 'data', 'rows', 'versions')).filter((name) => !keys.has(name));
  return [
    ...pending.map(({ slug }) => `Version ${slug} stays unfinished after the failure.`),
    ...folders.map((name) => `The rows ${name} stay after the failure.`),
  ];
}

/** How an operation ended, and what is wrong while its session is still open. */
interface Ended {
  readonly failure: Failure;
  readonly left: readonly string[];
}

/** Runs an operation in a session of its own; what fails, fails in it. */
async function runOnce(place: Workplace, name: string, plan: Run['fault'] | 'none'): Promise<Ended> {
  const operation = operations[name];
  if (operation === undefined) throw new Error(`There is no operation ${name}.`);
  let left: readonly string[] = [];
  const start = () => {
    if (plan !== 'none') setPlan(control, { home: place.home, main: process.pid, fault: plan });
  };
  try {
    await withJobSession({ data: path.join(place.home, 'data') }, async ({ deps }) => {
      if (name !== 'migrate') await deps.ownService();
      start();
      const retryLimits = { attempts: 2, firstDelayMs: 10, maxDelayMs: 10, maxRetryAfterMs: 0 };
      await operation.run({ ...deps, retryLimits }, place, 'the-same-each-time').catch((error: unknown) => {
        setPlan(control, null);
        if (name !== 'migrate') left = leftBehind(place, name, plan);
        throw error;
      });
      setPlan(control, null);
    });
    return { failure: null, left };
  } catch (error) {
    if (error instanceof RefusedError) return { failure: { kind: 'refused', text: error.message }, left };
    const { failure } = explainJobError(error);
    const stack = failure.kind === 'internal' && error instanceof Error ? `\n${error.stack}` : '';
    return { failure: { kind: failure.kind, text: englishText(failure) + stack }, left };
  } finally {
    setPlan(control, null);
  }
}

/** The id of no process. */
const nobody = 2 ** 30;

/** Makes the notes of this process those of one that has ended: a process does not clear up after itself at a start. */
function leaveAsEnded(dataFolder: string): void {
  const notes = path.join(dataFolder, 'jobs', 'unfinished');
  for (const name of existsSync(notes) ? readdirSync(notes) : []) {
    const file = path.join(notes, name);
    writeFileSync(file, String(readFileSync(file)).replace(`"pid":${process.pid},`, `"pid":${nobody},`));
  }
}

/** What the operation has done, and what is wrong with the store, as seen by the next start. */
async function lookAt(place: Workplace, name: string): Promise<{ seen: Seen; violations: string[] }> {
  const dataFolder = path.join(place.home, 'data');
  leaveAsEnded(dataFolder);
  // What a command does when it starts.
  await withJobSession({ data: dataFolder }, async () => {});
  const service = await startService({ dataFolder, prepareRows: false });
  try {
    const own = `-${process.pid}-`;
    const violations = (await storeViolations(service)).filter((one) => !one.includes(own) && !isOld(one));
    const seen = (await operations[name]?.seen(service.deps.catalogue.records, place)) ?? 'nothing';
    if (seen !== 'before' && seen !== 'after') violations.push(seen);
    return { seen, violations };
  } finally {
    await service.close();
  }
}

/** The copy of an earlier release's catalogue is kept on purpose, and so is what its records lack. */
const isOld = (violation: string) => violation.includes('catalogue.sqlite.before-');

/** Whether a failure says what failed. */
function namesTheCause({ kind, text }: NonNullable<Failure>): boolean {
  return kind !== 'internal' && kind !== 'unexpected' && !/Something went wrong|server error occurred/.test(text);
}

async function aftermath(place: Workplace, run: Run, { failure, left }: Ended, hasDied: boolean): Promise<RunOutcome> {
  const outcome = { run, steps: stepsIn(control), hasHappened: hasHappened(control), failure };
  const { seen, violations } = await lookAt(place, run.operation);
  violations.push(...left);
  if (failure !== null && !namesTheCause(failure)) violations.push(`It only says: ${failure.text}`);
  if (failure === null && !hasDied && seen !== 'after') violations.push('It was acknowledged, and is not there.');
  if (!hasDied && failure === null) return { ...outcome, violations };
  // Other programs do not name their attempts, so an upload that is repeated is another version.
  if (run.operation === 'upload' && seen === 'after') return { ...outcome, violations };
  // What was deleted cannot be deleted again, nor what is followed be followed.
  const isDone = ['delete', 'follow'].includes(run.operation) && seen === 'after';
  const { failure: again } = await runOnce(place, run.operation, 'none');
  if (again !== null && !isDone) violations.push(`Repeating it fails: ${again.text}`);
  const last = await lookAt(place, run.operation);
  if (last.seen !== 'after') violations.push(`After repeating it: ${last.seen}.`);
  violations.push(...last.violations.map((one) => `After repeating it: ${one}`));
  return { ...outcome, violations };
}

async function perform(run: Run, remote: string): Promise<void> {
  const isAftermath = task.act === 'aftermath';
  const home = isAftermath ? path.join(task.work, 'home') : copyStore(run.operation);
  const place = { home, remote, token: String(readFileSync(path.join(home, 'token'))) };
  if (!isAftermath) {
    for (const name of ['steps.log', 'happened']) rmSync(path.join(control, name), { force: true });
  }
  const ended = isAftermath ? { failure: null, left: [] } : await runOnce(place, run.operation, run.fault);
  const outcome = await aftermath(place, run, ended, isAftermath);
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
}

if (task.act === 'make') await makeStore(task.template);
else {
  const proxy = await openRemoteProxy(task.remote);
  for (const run of task.runs) await perform(run, proxy.url);
  await proxy.close();
  if (existsSync(path.join(task.work, 'home'))) rmSync(path.join(task.work, 'home'), { recursive: true, force: true });
}
