import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyRow, type RowQuery, rowQueryToParameters } from '#shared/row-query.ts';
import { codeSnippet, type SnippetLanguage } from '#shared/text/code-snippets.ts';
import { createDataset } from '../service/catalogue/records/datasets.ts';
import { createNamespace } from '../service/catalogue/records/namespaces.ts';
import { publishVersion } from '../service/operations/publish/publish.ts';
import { type Service, startService } from '../service/service.ts';

const run = promisify(execFile);
const [open, hidden] = ['open', 'hidden'];

/**
 * Names and values that every kind of quoting must preserve: quotes, special characters of shells and URLs, other
 * scripts.
 */
const awkward = `it's "so" $HOME \\n & = 100 % ü 😀 #`;
const columns = ['number', 'what\'s "in" it & = %', 'note', 'late', 'place', 'long'];

/** None on the first page, then one kind after the other, some missing. */
function geometryOf(at: number): { readonly wkt: string; readonly geometry: object } | null {
  if (at < 10 || at % 4 === 3) return null;
  if (at % 4 === 0) return { wkt: `POINT (${at} 1.5)`, geometry: { type: 'Point', coordinates: [at, 1.5] } };
  const line = [
    [at, 2],
    [at + 1, 3],
  ];
  const wkt = `LINESTRING (${line.map((position) => position.join(' ')).join(', ')})`;
  return { wkt, geometry: { type: 'LineString', coordinates: line } };
}

const rows = Array.from({ length: 25 }, (_, at) => ({
  [columns[0] ?? '']: at,
  [columns[1] ?? '']: at % 2 === 0 ? awkward : 'plain',
  [columns[2] ?? '']: at === 3 ? null : `line ${at}`,
  late: at < 20 ? null : at + 0.5,
  place: geometryOf(at)?.geometry ?? null,
  long: at === 15 ? '9007199254740993' : `0${at}`,
}));
type Row = (typeof rows)[number];

let folder: string;
let service: Service;
let token: string;

function csv(): string {
  const cell = (value: unknown) => (value === null ? '' : `"${String(value).replaceAll('"', '""')}"`);
  const valueIn = (row: Row, name: string, at: number) =>
    name === 'place' ? (geometryOf(at)?.wkt ?? null) : row[name as keyof Row];
  return [columns, ...rows.map((row, at) => columns.map((name) => valueIn(row, name, at)))]
    .map((line) => line.map(cell).join(','))
    .join('\n');
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-snippets-'));
  service = await startService({ dataFolder: path.join(folder, 'data') });
  token = await service.issueOperatorToken();
  const file = path.join(folder, 'rows.csv');
  await writeFile(file, csv());
  for (const slug of [open, hidden]) {
    const { records } = service.deps.catalogue;
    const made = { slug: slug ?? '', label: '', description: '' };
    const namespace = await createNamespace(records, { ...made, published: slug === open });
    const dataset = await createDataset(records, { namespaceId: namespace.id, ...made, slug: 'rows' });
    await publishVersion(service.deps, dataset.id, { path: file, format: 'csv' });
  }
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

function snippetOf(language: SnippetLanguage, query: RowQuery, namespace = open): string {
  const data = new URL(`api/v1/namespaces/${namespace}/datasets/rows/data/`, service.url).href;
  return codeSnippet(language, { data, parameters: rowQueryToParameters(query), pageSize: 10 });
}

const even: RowQuery = {
  ...everyRow,
  filters: [{ column: columns[1] ?? '', lookup: 'exact', value: awkward }],
  ordering: [{ column: 'number', descending: true }],
};
const evenRows = rows.filter((row) => row[columns[1] ?? ''] === awkward).toReversed();

async function runShell(text: string): Promise<Row[]> {
  const { stdout } = await run('sh', ['-c', text]);
  return JSON.parse(stdout).results;
}

/** Page by page, as a user would by changing the number in the snippet. */
async function runCurl(text: string): Promise<Row[]> {
  const found: Row[] = [];
  for (let offset = 0; ; offset += 10) {
    const page = await runShell(text.replace('OFFSET=0', `OFFSET=${offset}`));
    found.push(...page);
    if (page.length < 10) return found;
  }
}

async function runPython(text: string): Promise<Row[]> {
  const file = path.join(folder, 'snippet.py');
  await writeFile(file, text);
  const { stdout } = await run('python3', [file]);
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}

/** R prints for humans; the same rows are written again for the comparison. */
async function runR(text: string): Promise<Row[]> {
  const file = path.join(folder, 'snippet.R');
  await writeFile(file, `${text}\ncat("\\nROWS", toJSON(rows, na = "null", digits = NA))\n`);
  const { stdout } = await run('Rscript', ['--encoding=UTF-8', file], { env: { ...process.env, LC_ALL: 'C.UTF-8' } });
  const found: Row[] = JSON.parse(stdout.slice(stdout.indexOf('\nROWS') + 5));
  // Geometry is text in a table.
  return found.map((row) => ({ ...row, place: typeof row.place === 'string' ? JSON.parse(row.place) : null }));
}

function has(program: string, ...words: string[]): boolean {
  return spawnSync(program, words, { stdio: 'ignore' }).status === 0;
}

const languages = [
  { language: 'curl', execute: runCurl, there: has('curl', '--version') },
  { language: 'Python', execute: runPython, there: has('python3', '--version') },
  { language: 'R', execute: runR, there: has('Rscript', '-e', 'library(jsonlite)') },
] as const;

for (const { language, there } of languages) {
  if (!there)
    process.stderr.write(`The ${language} snippets are not run: this computer has no ${language} for them.\n`);
}

describe.each(languages)('the $language snippet', ({ language, execute, there }) => {
  it.skipIf(!there)('reads every row, page by page', async () => {
    expect(await execute(snippetOf(language, everyRow))).toEqual(rows);
  });

  it.skipIf(!there)('reads what a view selects, whatever its names and values contain', async () => {
    expect(await execute(snippetOf(language, even))).toEqual(evenRows);
  });

  it.skipIf(!there)('reads private data once the token is filled in', async () => {
    const text = snippetOf(language, everyRow, hidden);
    await expect(execute(text)).rejects.toThrow();
    const filled = text.replace(/(TOKEN *=|token <-) *(''|"")/, (_all, name: string) =>
      language === 'curl' ? `${name}'${token}'` : `${name} "${token}"`,
    );
    expect(filled).not.toBe(text);
    expect(await execute(filled)).toEqual(rows);
  });
});
