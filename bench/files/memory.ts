import { fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { everyRow } from '../../shared/row-query.ts';
import { report, residentMemory, show } from '../measure.ts';
import { cacheFolder, tableRows } from '../table.ts';
import { first, openBenchStore, removeDiffs, unanswered } from './store.ts';

/**
 * Peak resident memory of each kind of long work, each in its own process: memory that
 * the allocator retains after one would count towards the next.
 */
const works = {
  sorting: { name: 'sorting by near-distinct texts', bound: 1024 },
  exporting: { name: 'exporting all rows as NDJSON', bound: 1024 },
  profiling: { name: 'profiling every column', bound: 1024 },
  comparing: { name: 'comparing two versions by key', bound: 1536 },
} as const;
type Work = keyof typeof works;

const work = process.argv[2];
if (work === undefined) await measureAll();
else await perform(work as Work);

async function measureAll(): Promise<void> {
  for (const work of Object.keys(works) as Work[]) {
    const peak = await peakOf(work);
    const { name, bound } = works[work];
    const detail = `${tableRows.toLocaleString('en')} rows, ${show(peak.before)} MiB before`;
    report({ name: `Peak resident memory of ${name}`, measured: peak.highest, unit: 'MiB', bound, detail });
  }
}

interface Peak {
  readonly before: number;
  readonly highest: number;
}

function peakOf(work: Work): Promise<Peak> {
  return new Promise((resolve, reject) => {
    const child = fork(import.meta.filename, [work]);
    child.once('message', (peak: Peak) => resolve(peak));
    child.once('exit', (code) => reject(new Error(`The process that did the ${work} ended with code ${code}.`)));
  });
}

async function perform(work: Work): Promise<void> {
  const { rows, folder, versions } = await openBenchStore();
  const [before, after] = [first(versions), first(versions, 1)];
  const start = residentMemory().now;
  switch (work) {
    case 'sorting':
      await rows.open(before).page(unanswered({ ordering: [{ column: 'name', descending: false }] }), 2000, 1);
      break;
    case 'exporting': {
      const target = join(cacheFolder, 'memory.out');
      await rows.open(before).exportTo(everyRow, 'ndjson', target, {});
      await rm(target);
      break;
    }
    case 'profiling':
      for (const { name } of before.columns) await rows.open(before).profile(unanswered(), name, {});
      break;
    case 'comparing':
      await removeDiffs(folder, after);
      await rows.open(before).diff(after, ['id', 'big'], {});
      break;
  }
  process.send?.({ before: start, highest: residentMemory().peak });
  await rows.close();
}
