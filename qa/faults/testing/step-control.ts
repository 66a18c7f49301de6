import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';

/** The kinds of steps that can fail. */
export type StepKind = 'open' | 'read' | 'write' | 'sync' | 'rename' | 'unlink' | 'catalogue' | 'engine' | 'http';

/** What happens at a step: an error with this code, or the end of all processes; `lost` is a lost connection. */
export type Fault = 'ENOSPC' | 'EIO' | 'EACCES' | 'lost' | 'die';

/** What is to happen; read by every process of the run. */
export interface StepPlan {
  /** Only files below this folder count. */
  readonly home: string;
  /** Id of the process that was started first. */
  readonly main: number;
  /** Null while steps are only recorded. */
  readonly fault: { readonly step: string; readonly fault: Fault; readonly isLasting: boolean } | null;
}

/** One step of an operation. */
export interface Step {
  readonly kind: StepKind;
  /** Names it in every run of the operation: what is done, to what, and the how manieth time. */
  readonly name: string;
}

const plan = 'plan.json';
const recorded = 'steps.log';
const happened = 'happened';
/** The file functions as they are, before any is replaced. Some call each other by their replaceable names. */
const files = { appendFileSync, existsSync, readFileSync, writeFileSync };
let isOwnWork = false;

/** Folder through which the processes of a run agree; null if nothing is to fail. */
const control = process.env.ALMANAC_STEPS ?? null;

/** How often each step was taken since the plan was made. */
let counts = new Map<string, number>();
let countedFor = '';

/** Starts to count steps, and lets one fail; null stops that. */
export function setPlan(folder: string, next: StepPlan | null): void {
  files.writeFileSync(path.join(folder, plan), next === null ? '' : JSON.stringify(next));
}

/** The steps that were taken, in order. */
export function stepsIn(folder: string): Step[] {
  const file = path.join(folder, recorded);
  if (!files.existsSync(file)) return [];
  const lines = String(files.readFileSync(file)).split('\n');
  return lines.slice(0, -1).map((line) => {
    const [kind = 'open', ...name] = line.split(' ');
    return { kind: kind as StepKind, name: name.join(' ') };
  });
}

/** Whether the step that was to fail was reached. */
export function hasHappened(folder: string): boolean {
  return files.existsSync(path.join(folder, happened));
}

function currentPlan(): StepPlan | null {
  if (control === null) return null;
  let text = '';
  try {
    text = String(files.readFileSync(path.join(control, plan)));
  } catch {
    // Nothing is planned yet.
  }
  if (text !== countedFor) {
    counts = new Map();
    countedFor = text;
  }
  return text === '' ? null : (JSON.parse(text) as StepPlan);
}

/** Names that differ from run to run. */
const changing = /[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{16,}|-[A-Za-z0-9]{6}$|\d+/g;

/** A path without what differs from run to run; null if it is not of the run. */
function stablePath(file: string, home: string): string | null {
  if (file.startsWith('/proc/')) return /^\/proc\/\d+\/fd\//.test(file) ? `held/${path.basename(file)}` : null;
  const below = path.relative(home, file);
  if (below === '' || below.startsWith('..') || path.isAbsolute(below)) return null;
  const segments = below.split(path.sep).map((segment) => segment.replace(changing, '*'));
  return segments.join('/');
}

/** The first words of a statement or request. */
function stableText(text: string, home: string): string {
  return text.replaceAll(home, '~').replace(changing, '*').slice(0, 100);
}

/**
 * Takes a step of the plan's run, if there is one.
 * @param subject the path of a file, or the text of a statement or request
 * @param dying does a part of the step before the process ends at it
 * @returns what happens instead of the step; null if it is taken
 */
export function takeStep(
  kind: StepKind,
  what: string,
  subject: string,
  dying = () => {},
): Exclude<Fault, 'die'> | null {
  if (isOwnWork) return null;
  isOwnWork = true;
  try {
    return faultAt(kind, what, subject, dying);
  } finally {
    isOwnWork = false;
  }
}

function faultAt(kind: StepKind, what: string, subject: string, dying: () => void): Exclude<Fault, 'die'> | null {
  const current = currentPlan();
  if (control === null || current === null) return null;
  const isFile = kind !== 'catalogue' && kind !== 'engine' && kind !== 'http';
  const about = isFile ? stablePath(subject, current.home) : stableText(subject, current.home);
  if (about === null) return null;
  const where = process.pid !== current.main ? 'in the file process: ' : isMainThread ? '' : 'in a thread: ';
  const unnumbered = `${where}${what} ${about}`;
  const count = (counts.get(unnumbered) ?? 0) + 1;
  counts.set(unnumbered, count);
  const name = `${unnumbered} #${count}`;
  files.appendFileSync(path.join(control, recorded), `${kind} ${name}\n`);
  const { fault } = current;
  if (fault === null) return null;
  const isBefore = files.existsSync(path.join(control, happened));
  const isHere = !isBefore && fault.step === name;
  if (!isHere && !(isBefore && fault.isLasting)) return null;
  files.writeFileSync(path.join(control, happened), name);
  if (fault.fault !== 'die') return fault.fault;
  dying();
  // As when the power fails: the other processes end too.
  if (process.pid !== current.main) process.kill(current.main, 'SIGKILL');
  process.kill(process.pid, 'SIGKILL');
  return null;
}
