import { fork } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { basename, join } from 'node:path';
import { type Figure, show } from './measure.ts';
import { tableRows } from './table.ts';

/** Runs all benchmarks, or the named ones, each in its own process, and updates the figures that the README shows. */
const all = [
  'files/ingest',
  'service/pages',
  'service/views',
  'files/export',
  'service/profiles',
  'service/statistics',
  'service/sql',
  'service/recipes',
  'window/window-statistics',
  'window/browser-tabs',
  'files/memory',
  'service/limits',
  'service/large',
  'service/load',
  'shared-catalogue',
  'service/hostile',
  'jobs',
  'commands',
  'follow',
  'window/remote-export',
  'files/previews',
  'files/file-memory',
] as const;
const requested = process.argv.slice(2);
const names = requested.length > 0 ? requested.map((name) => all.find((file) => basename(file) === name) ?? name) : all;

type Message =
  | { readonly kind: 'figure'; readonly figure: Figure; readonly reached: boolean }
  | { readonly kind: 'skipped'; readonly name: string; readonly how: string };

function runOne(name: string): Promise<Message[]> {
  console.log(`\n# ${name}`);
  const child = fork(join(import.meta.dirname, `${name}.ts`), { env: { ...process.env, UV_THREADPOOL_SIZE: '16' } });
  const messages: Message[] = [];
  child.on('message', (message: Message) => messages.push(message));
  return new Promise((resolve) => {
    child.once('exit', (code) => {
      if (code !== 0) messages.push({ kind: 'skipped', name, how: `it ended with code ${code}` });
      resolve(messages);
    });
  });
}

type MeasuredFigure = Extract<Message, { readonly kind: 'figure' }>;

function line(message: Message): string {
  if (message.kind === 'skipped') return `| ${message.name} | skipped | | ${message.how} |`;
  return `| ${message.figure.name} | ${measuredText(message)} | ${boundText(message)} | ${message.figure.detail} |`;
}

function measuredText({ figure: { measured, unit }, reached }: MeasuredFigure): string {
  const text = `${show(measured)} ${unit}`;
  return reached ? text : `**${text}** (missed)`;
}

function boundText({ figure: { least, bound, unit } }: MeasuredFigure): string {
  return `${least ? '≥' : '≤'} ${bound} ${unit}`;
}

const readme = join(import.meta.dirname, 'README.md');
const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
const titles = '| figure | measured | bound | details |\n| --- | --- | --- | --- |';

/** The README shows the most telling figures: a run replaces the rows of those that it has measured. */
async function updateReadme(messages: readonly Message[]): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  const rows = new Map(
    messages.filter((message) => message.kind === 'figure').map((message) => [message.figure.name, message]),
  );
  const lines = (await readFile(readme, 'utf8')).split('\n').map((text) => {
    const message = rows.get(/^\| (.+?) \|/.exec(text)?.[1] ?? '');
    return message === undefined
      ? text
      : `| ${message.figure.name} | ${measuredText(message)} | ${boundText(message)} | ${today} |`;
  });
  await writeFile(readme, lines.join('\n'));
}

for (const file of names) {
  const messages = await runOne(file);
  const head = `${tableRows.toLocaleString('en')} rows, Node ${process.version}, ${machine}.`;
  console.log(`\n${head}\n\n${titles}\n${messages.map(line).join('\n')}\n`);
  if (!process.env.ALMANAC_BENCH_ROWS) await updateReadme(messages);
}
