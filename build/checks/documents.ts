import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { almanacProgram } from '../../electron/commands/program.ts';
import { root } from '../paths.ts';
import { readPage } from './markdown-page.ts';
import { type Commands, commandProblems, lengthProblems, linkProblems, orphanProblems } from './page-problems.ts';

/** All Markdown of the project: links, indexes, lengths, and the commands that it names. */
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const exists = (file: string) => existsSync(path.join(root, file));

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], { cwd: root });
const files = listed
  .toString()
  .split('\n')
  .filter((file) => file !== '' && exists(file));
const pages = files.map((file) => readPage(file, read(file)));

const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));
const commands: Commands = {
  scripts: new Set(Object.keys(scripts)),
  qa: new Set([...read('qa/qa.ts').matchAll(/^add(?:Program|Tests)\('([\w-]+)'/gm)].map(([, name = '']) => name)),
  almanac: new Map(optionsOf(almanacProgram(), '')),
  exists,
};

const problems = [
  ...linkProblems(pages, exists),
  ...orphanProblems(pages),
  ...pages.flatMap((page) => [...lengthProblems(page), ...commandProblems(page, commands)]),
].sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line);
for (const { path: file, line, text } of problems) process.stderr.write(`${file}:${line}: ${text}\n`);
if (problems.length > 0) process.exitCode = 1;
else process.stdout.write(`${pages.length} pages: links, indexes, lengths and commands are right.\n`);

function* optionsOf(command: Command, name: string): Generator<[string, ReadonlySet<string>]> {
  for (const part of command.commands) {
    const full = `${name} ${part.name()}`.trim();
    yield [full, new Set(part.options.map(({ long }) => long ?? ''))];
    yield* optionsOf(part, full);
  }
}
