import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '#shared/testing/seeded-random.ts';
import { TestChildren } from '../../electron/commands/testing/child-processes.ts';
import { caseCount, runsAll, seed } from '../../electron/lib/testing/tier.ts';
import { publishNew } from '../../electron/service/operations/publish/publish-file.ts';
import { type Service, startService } from '../../electron/service/service.ts';
import type { Run, RunOutcome, Task } from './testing/faulty-work-for-test.ts';
import { operations, remoteRows } from './testing/operations.ts';
import type { Fault, Step, StepKind } from './testing/step-control.ts';

/**
 * Every operation, with a failure or the end of the process at some of its steps: in the quick tier a few of publishing
 * alone; at every step by `npm run qa -- faults --times 1000`.
 */
const perOperation = caseCount(3, 4);
const chosen = process.env.ALMANAC_OPERATIONS?.split(',') ?? (runsAll ? Object.keys(operations) : ['publish']);

const script = path.join(import.meta.dirname, 'testing/faulty-work-for-test.ts');
const seam = pathToFileURL(path.join(import.meta.dirname, 'testing/fault-seam-for-test.ts')).href;

/** What can happen at each kind of step, besides the end of the process. */
const faultsOf: Readonly<Record<StepKind, readonly Fault[]>> = {
  open: ['EACCES', 'ENOSPC'],
  read: ['EIO'],
  write: ['ENOSPC', 'EIO'],
  sync: ['EIO'],
  rename: ['EACCES', 'EIO'],
  unlink: ['EACCES'],
  catalogue: ['EIO'],
  engine: ['ENOSPC', 'EIO'],
  http: ['lost'],
};

/** A run of one operation with all that follows it that takes longer hangs. */
const maxRunMs = 90_000;

let home = '';
let remote: Service;
/** What each operation does when nothing fails. */
const whole = new Map<string, RunOutcome>();
const children = new TestChildren();
const figures = { steps: 0, failures: 0, deaths: 0, tolerated: 0, unreached: 0 };

const at = (...names: string[]) => path.join(home, ...names);

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'almanac-faults-'));
  remote = await startService({ dataFolder: at('remote'), prepareRows: false });
  const lines = Array.from({ length: remoteRows }, (_, row) => `${row},word ${row % 97}`);
  await writeFile(at('remote.csv'), `id,word\n${lines.join('\n')}\n`);
  const place = { namespace: { slug: 'o', label: 'O', published: true }, dataset: { slug: 'pinned', label: 'Pinned' } };
  await publishNew(remote.deps, place, { path: at('remote.csv'), format: 'csv' });
  const made = await work('make', 'make', []);
  expect(made.error).toBe('');
  const { outcomes, error } = await work(
    'whole',
    'run',
    chosen.map((operation) => ({ operation, fault: null })),
  );
  expect(error).toBe('');
  for (const outcome of outcomes) whole.set(outcome.run.operation, outcome);
});
afterAll(async () => {
  await children.endAll();
  await remote.close();
  await rm(home, { recursive: true, force: true });
  const { steps, failures, deaths, tolerated, unreached } = figures;
  process.stderr.write(
    `\nFaults: ${chosen.length} operations of ${steps} steps; ${failures} failures, of which ${tolerated} were ` +
      `tolerated, and ${deaths} ends of the process; ${unreached} steps were not reached again. ALMANAC_SEED=${seed}\n`,
  );
});

/** Lets a process work in a folder of its own. */
async function work(folder: string, act: Task['act'], runs: readonly Run[]) {
  await mkdir(at(folder, 'steps'), { recursive: true });
  const task: Task = { act, template: at('template'), work: at(folder), remote: remote.url, runs };
  const node = act === 'make' ? [] : ['--import', seam];
  const [first = script, ...rest] = [...node, script, JSON.stringify(task)];
  const { child, ended } = children.start(first, rest, { env: { ALMANAC_STEPS: at(folder, 'steps') } });
  let isHanging = false;
  const limit = setTimeout(
    () => {
      isHanging = true;
      child.kill('SIGKILL');
    },
    maxRunMs * (1 + runs.length),
  );
  const { out, error, code } = await ended.finally(() => clearTimeout(limit));
  if (isHanging) {
    const run = runs.at(out.split('\n').length - 1);
    const what = run === undefined ? 'The process after all its runs' : `The ${act} of ${JSON.stringify(run)}`;
    throw new Error(`${what} hangs.\n${error}`);
  }
  const outcomes = out
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as RunOutcome);
  return { outcomes, error, code };
}

/** A run that may end the process, and the outcome of what the next ones make of it. */
async function die(folder: string, run: Run): Promise<RunOutcome | undefined> {
  const died = await work(folder, 'run', [run]);
  // The step was not reached this time.
  if (died.code !== null) return died.outcomes[0];
  const { outcomes, error } = await work(folder, 'aftermath', [run]);
  if (outcomes[0] === undefined) throw new Error(`${JSON.stringify(run)}: ${error}`);
  return outcomes[0];
}

/**
 * A sample without repetition; everything if there is not more. Each kind of step is as likely as any other: most
 * steps read the catalogue, and few write.
 */
function sample<Item extends { readonly kind: StepKind }>(
  items: readonly Item[],
  count: number,
  random: () => number,
): Item[] {
  const left = new Map<StepKind, Item[]>();
  for (const item of items) left.set(item.kind, [...(left.get(item.kind) ?? []), item]);
  const taken: Item[] = [];
  while (taken.length < count && left.size > 0) {
    const kind = [...left.keys()][Math.floor(random() * left.size)] as StepKind;
    const ofKind = left.get(kind) ?? [];
    taken.push(...ofKind.splice(Math.floor(random() * ofKind.length), 1));
    if (ofKind.length === 0) left.delete(kind);
  }
  return taken;
}

/** Whether a step only reads. */
const reads = ({ kind, name }: Step) =>
  kind === 'read' || kind === 'http' || (kind === 'catalogue' && /\brun select\b/.test(name));

/** Steps at which the end of the process may leave other files than at the step before. */
function changingSteps(steps: readonly Step[]): Step[] {
  return steps.filter((step, at) => {
    const before = steps[at - 1];
    // Of these, a part is done before the process ends.
    return before === undefined || !reads(before) || step.kind === 'write' || step.kind === 'engine';
  });
}

const words = ({ run: { operation, fault }, failure, violations }: RunOutcome) =>
  `${operation}, ${fault?.fault}${fault?.isLasting ? ' from' : ' at'} “${fault?.step}”: ${failure?.text ?? 'no failure'}\n  ${violations.join('\n  ')}`;

test.each(chosen)(
  `%s holds at a failure and at the end of the process (ALMANAC_SEED=${seed})`,
  {
    timeout: 120_000 + Math.min(perOperation, 1_000) * 60_000,
  },
  async (operation) => {
    const random = seededRandom(seed + Object.keys(operations).indexOf(operation));
    const unharmed = whole.get(operation);
    if (unharmed === undefined) throw new Error(`There is no outcome of ${operation} alone.`);
    expect(unharmed.violations).toEqual([]);
    expect(unharmed.failure).toBeNull();
    const { steps } = unharmed;
    figures.steps += steps.length;
    const at = ({ kind, name: step }: Step, fault: Fault, isLasting: boolean) => ({
      kind,
      run: { operation, fault: { step, fault, isLasting } },
    });
    const failing = steps.flatMap((step) => [
      ...faultsOf[step.kind].map((fault) => at(step, fault, false)),
      ...(step.kind === 'http' ? [at(step, 'lost', true)] : []),
    ]);
    const failed = await work(
      operation,
      'run',
      sample(failing, perOperation, random).map(({ run }) => run),
    );
    const bad = failed.error === '' ? [] : [failed.error];
    for (const outcome of failed.outcomes) {
      figures.failures += 1;
      if (outcome.hasHappened && outcome.failure === null) figures.tolerated += 1;
      if (!outcome.hasHappened) figures.unreached += 1;
      if (outcome.violations.length > 0) bad.push(words(outcome));
    }
    for (const step of sample(changingSteps(steps), perOperation, random)) {
      const outcome = await die(operation, at(step, 'die', false).run);
      figures.deaths += 1;
      if (outcome === undefined) bad.push(`${step.name}: there is no outcome.`);
      else if (!outcome.hasHappened) figures.unreached += 1;
      if (outcome !== undefined && outcome.violations.length > 0) bad.push(words(outcome));
    }
    expect(bad.join('\n')).toBe('');
  },
);
