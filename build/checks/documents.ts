import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { almanacProgram } from '../../electron/commands/program.ts';
import { root } from '../paths.ts';
import { readPage } from './markdown-page.ts';
import {
  type Commands,
  commandProblems,
  figuresOf,
  lengthProblems,
  linkProblems,
  orphanProblems,
  pathProblems,
  sumProblems,
} from './page-problems.ts';
import { report } from './report.ts';
import { listFiles, readFile } from './source-files.ts';

/** All Markdown of the project: links, indexes, lengths, and the commands that it names. */
const exists = (file: string) => existsSync(path.join(root, file));
const pages = listFiles()
  .filter((file) => file.endsWith('.md'))
  .map((file) => readPage(file, readFile(file)));

const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFile('package.json'));
const commands: Commands = {
  scripts: new Set(Object.keys(scripts)),
  qa: new Set([...readFile('qa/qa.ts').matchAll(/^add(?:Program|Tests)\('([\w-]+)'/gm)].map(([, name = '']) => name)),
  almanac: new Map(optionsOf(almanacProgram(), '')),
  exists,
};

const problems = [
  ...linkProblems(pages, exists),
  ...orphanProblems(pages),
  ...sumProblems(pages),
  ...pages.flatMap((page) => [
    ...lengthProblems(page),
    ...pathProblems(page, exists),
    ...commandProblems(page, commands),
  ]),
].sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line);
const { words, longest, mean } = figuresOf(pages);
report(
  problems.map(({ path: file, line, text }) => `${file}:${line}: ${text}`),
  null,
  `${pages.length} pages with ${words} words: links, indexes, lengths and commands are right. The longest paragraph has ${longest} words, a sentence ${mean.toFixed(1)} on average.`,
);

function* optionsOf(command: Command, name: string): Generator<[string, ReadonlySet<string>]> {
  for (const part of command.commands) {
    const full = `${name} ${part.name()}`.trim();
    yield [full, new Set(part.options.map(({ long }) => long ?? ''))];
    yield* optionsOf(part, full);
  }
}
