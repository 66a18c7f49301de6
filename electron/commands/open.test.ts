import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openAction } from './open.ts';
import { addCommand } from './running/help/define-command.ts';
import { finishProgram } from './running/help/finish-program.ts';
import { newProgram } from './running/run.ts';
import { runCommands } from './running/run-commands.ts';

let folder: string;
const address = (file: string) => pathToFileURL(file).href;
const place = (name: string) => path.join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-open-command-'));
  await writeFile(place('towns.csv'), 'name,people\nUlm,126\n');
  await writeFile(place('- more towns.dat'), 'name;people\nBonn;331\n');
  await writeFile(place('page.pdf'), '%PDF-1.7\n');
  await mkdir(place('folder.csv'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the command with a window that only records its arguments. */
async function open(...words: readonly string[]) {
  const launched: (readonly string[])[] = [];
  const { argv, exitCode } = process;
  let err = '';
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += String(text);
    return true;
  });
  try {
    process.argv = [process.execPath, 'almanac', 'open', ...words];
    process.exitCode = 0;
    const program = newProgram();
    addCommand(
      program,
      'open',
      openAction(async (given) => void launched.push(given)),
    );
    await runCommands(finishProgram(program));
    return { status: Number(process.exitCode), err, launched };
  } finally {
    process.argv = argv;
    process.exitCode = exitCode;
    spy.mockRestore();
  }
}

it('opens only the window', async () => {
  expect(await open()).toEqual({ status: 0, err: '', launched: [['--']] });
});

it('opens several files at once, whatever their names, on the named store', async () => {
  const files = [place('towns.csv'), place('- more towns.dat')];
  expect(await open('--data', folder, '--', ...files)).toEqual({
    status: 0,
    err: '',
    launched: [[`--data=${folder}`, '--', ...files.map(address)]],
  });
  const relative = path.relative(process.cwd(), place('towns.csv'));
  expect((await open(relative)).launched).toEqual([['--', address(place('towns.csv'))]]);
});

it('reports what is wrong with each file, and opens the others', async () => {
  const { status, err, launched } = await open(
    place('none.csv'),
    place('folder.csv'),
    place('towns.csv'),
    place('page.pdf'),
  );
  expect(status).toBe(1);
  expect(err).toContain(`almanac: ${place('none.csv')}: The file does not exist.\n`);
  expect(err).toContain(`almanac: ${place('folder.csv')}: This is a folder, not a file.\n`);
  expect(err).toMatch(/page\.pdf: .*PDF/);
  expect(launched).toEqual([['--', address(place('towns.csv')), address(place('page.pdf'))]]);
});

it('passes links to the window', async () => {
  const links = ['almanac://open?namespace=a&dataset=b', 'https://statistics.example.org/app/?namespace=a&dataset=b'];
  expect(await open(...links)).toEqual({ status: 0, err: '', launched: [['--', ...links]] });
});

it('opens no window for missing files', async () => {
  expect(await open(place('none.csv'))).toMatchObject({ status: 1, launched: [] });
});

it.skipIf(process.getuid?.() === 0)('reports a file without read permission', async () => {
  await writeFile(place('closed.csv'), 'a\n1\n');
  await chmod(place('closed.csv'), 0);
  const { status, err } = await open(place('closed.csv'));
  expect(status).toBe(1);
  expect(err).toContain('You do not have permission to read the file.');
});
