import { fork } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { basename, join } from 'node:path';
import { type Figure, show } from './measure.ts';
import { tableRows } from './table.ts';

/** Runs all benchmarks, or the named ones, each in its own process, and writes their tables into the README. */
const all = [
  'files/ingest',
  'service/pages',
  'service/views',
  'files/export',
  'service/profiles',
  'service/statistics',
  'window/window-statistics',
  'files/memory',
  'service/limits',
  'service/large',
  'service/load',
  'shared-catalogue',
  'service/hostile',
  'jobs',
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

function line(message: Message): string {
  if (message.kind === 'skipped') return `| ${message.name} | skipped | | ${message.how} |`;
  const { figure, reached } = message;
  const bound = `${figure.least ? '≥' : '≤'} ${figure.bound} ${figure.unit}`;
  return `| ${figure.name} | ${reached ? '' : '**'}${show(figure.measured)} ${figure.unit}${reached ? '' : '** (missed)'} | ${bound} | ${figure.detail} |`;
}

const readme = join(import.meta.dirname, 'README.md');
const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
const titles = '| figure | measured | bound | details |\n| --- | --- | --- | --- |';

/** Each file has its own table in the README, so that a run replaces only that table. */
async function writeTable(name: string, table: string): Promise<void> {
  const text = await readFile(readme, 'utf8');
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < 0) return console.log(`The README has no place for the table of ${name}.`);
  await writeFile(readme, `${text.slice(0, from)}${begin}\n${table}\n${text.slice(to)}`);
}

for (const file of names) {
  const name = basename(file);
  const lines = (await runOne(file)).map(line);
  const head = `${new Date().toISOString().slice(0, 10)}, ${tableRows.toLocaleString('en')} rows, Node ${process.version}, ${machine}.`;
  const table = `\n${head}\n\n${titles}\n${lines.join('\n')}\n`;
  console.log(table);
  if (!process.env.ALMANAC_BENCH_ROWS) await writeTable(name, table);
}
