import { fork } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { type Figure, show } from './measure.ts';
import { tableRows } from './table.ts';

/** Runs all benchmarks, or those that are named, each in a process of its own, and writes the table into the README. */
const all = [
  'ingest',
  'pages',
  'views',
  'export',
  'profiles',
  'memory',
  'load',
  'crash',
  'jobs',
  'remote-export',
  'previews',
  'file-memory',
] as const;
const asked = process.argv.slice(2);
const names = asked.length > 0 ? asked : all;

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

const begin = '<!-- table -->';
const end = '<!-- end of table -->';
const lines: string[] = [];
for (const name of names) lines.push(...(await runOne(name)).map(line));
const readme = join(import.meta.dirname, 'README.md');
const text = await readFile(readme, 'utf8');
const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
const head = `${new Date().toISOString().slice(0, 10)}, ${tableRows.toLocaleString('en')} rows, Node ${process.version}, ${machine}; ran ${names.join(', ')}.\n\n| figure | measured | bound | behind it |\n| --- | --- | --- | --- |`;
const before = text.slice(0, text.indexOf(begin) + begin.length);
const after = text.slice(text.indexOf(end));
if (asked.length === 0) await writeFile(readme, `${before}\n${head}\n${lines.join('\n')}\n${after}`);
console.log(`\n${head}\n${lines.join('\n')}`);
