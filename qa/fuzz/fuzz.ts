import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../build/paths.ts';
import { openCoverage } from './coverage.ts';
import type { FuzzTarget } from './fuzz-target.ts';
import { mutate } from './mutate.ts';

/** Every target by its name, loaded on demand. */
export const targets: Readonly<Record<string, () => Promise<FuzzTarget>>> = {
  'exact-json': async () => (await import('./targets/texts.ts')).exactJson,
  geometries: async () => (await import('./targets/texts.ts')).geometries,
  links: async () => (await import('./targets/texts.ts')).links,
  addresses: async () => (await import('./targets/texts.ts')).addresses,
  pages: async () => (await import('./targets/texts.ts')).pages,
  messages: async () => (await import('./targets/documents.ts')).messages,
  settings: async () => (await import('./targets/documents.ts')).settings,
  descriptors: async () => (await import('./targets/documents.ts')).descriptors,
  'source-texts': async () => (await import('./targets/documents.ts')).sourceTexts,
  redirects: async () => (await import('./targets/redirects.ts')).redirects,
  parameters: async () => (await import('./targets/requests.ts')).parameters,
  delimited: async () => (await import('./targets/files.ts')).delimited,
  json: async () => (await import('./targets/files.ts')).json,
  workbook: async () => (await import('./targets/files.ts')).workbook,
  px: async () => (await import('./targets/files.ts')).px,
  statistics: async () => (await import('./targets/files.ts')).statistics,
  databases: async () => (await import('./targets/files.ts')).databases,
  places: async () => (await import('./targets/files.ts')).places,
  'web-tables': async () => (await import('./targets/files.ts')).webTables,
  archives: async () => (await import('./targets/files.ts')).archives,
  parquet: async () => (await import('./targets/files.ts')).parquet,
};

/** An input with which the rule does not hold. */
export interface Finding {
  readonly file: string;
  readonly reason: string;
}

/** What a run found out. */
export interface FuzzReport {
  readonly inputs: number;
  /** Inputs that reached new blocks of code, kept for the next runs. */
  readonly kept: number;
  readonly blocks: number;
  readonly findings: readonly Finding[];
}

/** The resident memory after which something is kept that should not be. */
const maxResidentBytes = 3 * 2 ** 30;
/** When a run ends, whichever comes first. */
export interface FuzzLimits {
  readonly seconds?: number;
  readonly inputs?: number;
  /** Different ones. */
  readonly findings?: number;
}

/** Folder of a target's inputs: those kept, the findings, and the one at hand. */
const folderOf = (name: string) => path.join(root, 'out/fuzz', name);
const atHandName = 'at-hand';
/** The file with the input at hand, so that it is known if the process has to be killed. */
export const atHand = (name: string) => path.join(folderOf(name), atHandName);

const nameOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

/** What is the same in every occurrence of a finding: the place, without figures. */
function kindOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const place = stack.split('\n').find((line) => /\bat .*(electron|shared)\//.test(line)) ?? stack.slice(0, 80);
  return place.replaceAll(/\d+/g, '');
}

/** Fuzzes one of {@link targets}. */
export async function fuzz(name: string, seconds: number, random: () => number): Promise<FuzzReport> {
  const target = await targets[name]?.();
  if (target === undefined) throw new Error(`There is no target ${name}: ${Object.keys(targets).join(', ')}`);
  return await fuzzTarget(target, folderOf(name), random, { seconds });
}

/**
 * Changes inputs at random, and keeps those that reach new code.
 * @param folder of the inputs
 */
export async function fuzzTarget(
  target: FuzzTarget,
  folder: string,
  random: () => number,
  { seconds = Infinity, inputs: maxInputs = Infinity, findings: maxFindings = 10 }: FuzzLimits,
): Promise<FuzzReport> {
  const kept = path.join(folder, 'corpus');
  const found = path.join(folder, 'findings');
  const current = path.join(folder, atHandName);
  for (const one of [kept, found]) mkdirSync(one, { recursive: true });
  const coverage = openCoverage();
  const corpus: Uint8Array[] = [];
  const findings = new Map<string, Finding>();
  let inputs = 0;

  async function attempt(bytes: Uint8Array): Promise<boolean> {
    writeFileSync(current, bytes);
    inputs += 1;
    try {
      await target.run(bytes);
    } catch (error) {
      const kind = kindOf(error);
      if (!findings.has(kind)) {
        const file = path.join(found, nameOf(bytes));
        writeFileSync(file, bytes);
        findings.set(kind, { file, reason: error instanceof Error ? (error.stack ?? error.message) : String(error) });
      }
    }
    if (process.memoryUsage.rss() > maxResidentBytes) throw new Error(`${current} takes more than 3 GiB.`);
    return coverage.countNew() > 0;
  }

  const start = performance.now();
  const spent = () => Math.max((performance.now() - start) / (seconds * 1_000), inputs / maxInputs);
  const seeds = [...(await target.seeds()), ...readdirSync(kept).map((file) => readFileSync(path.join(kept, file)))];
  // At least half of the run is for what nobody wrote.
  for (const seed of seeds) {
    if ((await attempt(seed)) || corpus.length < 8) corpus.push(seed);
    if (spent() > 0.5) break;
  }
  const seedCount = corpus.length;
  const any = () => corpus[Math.floor(random() * corpus.length)] ?? new Uint8Array();
  while (spent() < 1 && findings.size < maxFindings) {
    // What was found last is where new code is near.
    const chosen = random() < 0.5 ? (corpus.at(-1 - Math.floor(random() * 4)) ?? any()) : any();
    const change = (part: Uint8Array) => mutate(part, any(), target.words, random);
    const bytes = target.within === undefined ? change(chosen) : target.within(chosen, change, random);
    if (!(await attempt(bytes))) continue;
    corpus.push(bytes);
    writeFileSync(path.join(kept, nameOf(bytes)), bytes);
  }
  await target.close?.();
  return { inputs, kept: corpus.length - seedCount, blocks: coverage.blocks, findings: [...findings.values()] };
}
