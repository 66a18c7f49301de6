import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandHere } from './testing/run-command.ts';

const page = await readFile(path.join(import.meta.dirname, '../../docs/tutorial.md'), 'utf8');
const files = [...page.matchAll(/Save this as `([^`]+)`:\n\n```csv\n([^`]+)```/g)];
/** Commands with the output that the page shows below each. */
const steps = [...page.matchAll(/```sh\nalmanac ([^\n]+)\n```\n\n```text\n([^`]+)```/g)];

const folderBefore = process.cwd();
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-tutorial-'));
  process.chdir(folder);
  for (const [, name = '', text = ''] of files) await writeFile(name, text);
});
afterAll(async () => {
  process.chdir(folderBefore);
  await rm(folder, { recursive: true, force: true });
});

/** The words of a command, of which some are in single quotes. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

/** The output as the page shows it; `…` stands for any text. */
function shown(text: string): RegExp {
  const parts = text.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*?')}$`);
}

test('every command of the tutorial prints what the page shows', async () => {
  expect(files.length).toBe(2);
  expect(steps.length).toBe([...page.matchAll(/^```sh$/gm)].length);
  for (const [, command = '', output = ''] of steps) {
    const { code, out, error } = await commandHere(wordsOf(command), { ALMANAC_DATA: path.join(folder, 'data') });
    expect([command, code, error]).toEqual([command, 0, expect.any(String)]);
    expect(out).toMatch(shown(output));
  }
});
