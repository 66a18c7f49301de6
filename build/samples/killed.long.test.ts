import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { startService } from '../../electron/service/service.ts';
import type { Namespace } from '../../shared/api/records/namespace.ts';
import { ensureSamples } from './make.ts';
import { sampleNamespaces } from './sample-namespaces.ts';

const scratch = mkdtempSync(join(tmpdir(), 'almanac-killed-'));
const data = join(scratch, 'data');
const samples = join(scratch, 'samples');
let child: ChildProcess | undefined;

afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(scratch, { recursive: true });
});

const program = `
const { startService } = await import(${JSON.stringify(new URL('../../electron/service/service.ts', import.meta.url).href)});
const log = (line) => process.stderr.write(line);
const service = await startService({ dataFolder: ${JSON.stringify(data)}, samples: ${JSON.stringify(samples)}, log });
await service.whenSamplesLoaded;
log('Everything is loaded.\\n');`;

/**
 * Serves the samples in its own process and kills it once it has reported this many as published.
 * @returns whether it was interrupted before everything was loaded
 */
async function serveAndKill(published: number): Promise<boolean> {
  child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  let seen = 0;
  let loaded = false;
  if (child.stderr === null) throw new Error('no log');
  for await (const line of createInterface(child.stderr)) {
    if (line.includes('Published a sample.')) seen += 1;
    if (line.includes('Everything is loaded.')) loaded = true;
    if (seen >= published || loaded) child.kill('SIGKILL');
  }
  expect((await ended)[1]).toBe('SIGKILL');
  return !loaded;
}

test('a service killed repeatedly while loading ends up with every sample exactly once', async () => {
  await ensureSamples(samples);
  const cutOff: boolean[] = [];
  for (const published of [1, 8]) cutOff.push(await serveAndKill(published));
  expect(cutOff).toEqual([true, true]);
  const service = await startService({ dataFolder: data, samples });
  try {
    await service.whenSamplesLoaded;
    const answer = await fetch(`${service.url}api/v1/namespaces/`);
    const { results } = (await answer.json()) as { results: Namespace[] };
    const found = results.map(({ slug, datasets }) => [
      slug,
      datasets.map((each) => [each.slug, each.versions.length]),
    ]);
    expect(found).toEqual(
      sampleNamespaces.map(({ slug, datasets }) => [
        slug,
        datasets.map(({ slug: name, preparation }) => [
          name,
          preparation.kind === 'grown' ? preparation.days.length : 1,
        ]),
      ]),
    );
    expect(
      results.flatMap((each) => each.datasets).every((each) => each.versions.every((version) => version.ready)),
    ).toBe(true);
  } finally {
    await service.close();
  }
});
