import { expect, test } from 'vitest';
import type { FilePreview } from '#shared/rpc/source-file.ts';
import { newDraft } from '../draft.ts';
import {
  batchOf,
  batchOfArchive,
  batchOfSheets,
  itemName,
  itemRequest,
  nameProblems,
  questionsOf,
  slugsOfItems,
} from './batch.ts';

const into = { connection: null, namespace: 'city' };

test('files with equal names get distinct ones, and so do those without a Latin letter', () => {
  const { items } = batchOf(['/a/towns.csv', '/b/towns.csv', '/c/県名.csv', '/d/Towns 2.csv'], into);
  expect([...slugsOfItems(items).values()]).toEqual(['towns', 'towns-2', 'dataset', 'towns-2-2']);
});

test('added files are appended, without duplicates', () => {
  const first = batchOf(['/a/1.csv', '/a/2.csv'], into);
  const more = batchOf(['/a/2.csv', '/a/3.csv'], into, first);
  expect(more.items.map(({ id, draft }) => [id, draft.path])).toEqual([
    [0, '/a/1.csv'],
    [1, '/a/2.csv'],
    [2, '/a/3.csv'],
  ]);
});

test('a name is refused if missing, invalid, duplicate or taken, except for skipped files', () => {
  const paths = ['/1.csv', '/2.csv', '/3.csv', '/4.csv', '/5.csv', '/6.csv'];
  const labels = ['', 'wrong', 'same', 'same', 'there', 'fine'];
  const slugs = ['a', 'a b', 'same', 'same', 'there', 'fine'];
  const items = batchOf(paths, into).items.map((item, at) => {
    const newDataset = { label: labels[at] ?? '', slug: slugs[at] ?? '', description: '' };
    return { ...item, draft: { ...item.draft, destination: { ...item.draft.destination, newDataset } } };
  });
  const problems = (all: typeof items) => [...nameProblems(all, slugsOfItems(all), new Set(['there'])).values()];
  expect(problems(items)).toEqual(['labelMissing', 'slugWrong', 'nameTwice', 'nameTwice', 'batchTaken']);
  expect(problems(items.map((item, at) => ({ ...item, used: at > 2 })))).toEqual(['batchTaken']);
});

test('the sheets of a workbook inherit options for values, but not those of a single table', () => {
  const draft = newDraft('/years.xlsx', { ...into, dataset: 'old' });
  const said = { ...draft, reading: { sheet: 'One', skip: 3, header: false, missing: ['-'] } };
  const { items } = batchOfSheets(said, ['One', 'Two']);
  expect(items.map(({ draft: one }) => one.reading)).toEqual([
    { sheet: 'One', missing: ['-'] },
    { sheet: 'Two', missing: ['-'] },
  ]);
  expect(items.map(itemName)).toEqual(['years.xlsx › One', 'years.xlsx › Two']);
});

test('the files in an archive are named after themselves', () => {
  const { items } = batchOfArchive(newDraft('/in/all.zip', { ...into, dataset: null }), [
    '2024/towns.csv',
    '2025/towns.csv',
    'read.xlsx',
  ]);
  expect(items.map(({ draft }) => [draft.path, draft.reading])).toEqual([
    ['/in/all.zip', { entry: '2024/towns.csv' }],
    ['/in/all.zip', { entry: '2025/towns.csv' }],
    ['/in/all.zip', { entry: 'read.xlsx' }],
  ]);
  expect(items.map(itemName)).toEqual(['all.zip › 2024/towns.csv', 'all.zip › 2025/towns.csv', 'all.zip › read.xlsx']);
  expect([...slugsOfItems(items).values()]).toEqual(['towns', 'towns-2', 'read']);
});

const filePreview: FilePreview = {
  path: '/a.csv',
  name: 'a.csv',
  bytes: 1,
  format: 'csv',
  compression: 'none',
  sheets: [],
  options: {},
  byteOrderMark: false,
  columns: [],
  rows: [],
  lines: [],
  unitsLines: [],
  whole: true,
  broken: { count: 0, first: [] },
  findings: [
    {
      option: 'encoding',
      value: 'windows-1252',
      unsure: true,
      alternatives: [{ value: 'windows-1250', sample: ['é'] }],
      sample: ['è'],
    },
  ],
  leftOut: [],
  notices: [],
};

test('each file is published to the common namespace, under its own name', () => {
  const batch = batchOf(['/a/Stadt Bäume.csv', '/b.csv'], into);
  const [item] = batch.items;
  if (item === undefined) throw new Error('There is an item.');
  const destination = { ...batch.destination, licence: 'CC0' };
  expect(itemRequest(item, destination, 'stadt-baume', 'local', undefined)).toMatchObject({
    path: '/a/Stadt Bäume.csv',
    namespace: { slug: 'city' },
    dataset: { slug: 'stadt-baume', create: { label: 'Stadt Bäume' } },
    mode: 'replace',
    licence: 'CC0',
    rejects: null,
  });
  const plan = { decided: 'as it was previewed' };
  const { options } = itemRequest(item, destination, 'trees', 'local', { ...filePreview, plan });
  expect(options.plan).toBe(plan);
});

test('open questions of a file are asked: each kind once, and the encoding if it is uncertain', () => {
  const draft = newDraft('/a.csv', { ...into, dataset: null });
  const question = {
    kind: 'day-or-month-first' as const,
    choices: [{ options: { dates: 'day-first' as const }, sample: ['2020-02-01'] }],
  };
  const column = (source: string) => ({ source, name: source, type: 'text' as const, reason: null, question });
  const preview: FilePreview = { ...filePreview, columns: [column('on'), column('until')] };
  expect(questionsOf(draft, preview, undefined)).toEqual([
    { ...question, about: ['on', 'until'] },
    {
      kind: 'encoding',
      choices: [
        { options: { encoding: 'windows-1252' }, sample: ['è'] },
        { options: { encoding: 'windows-1250' }, sample: ['é'] },
      ],
    },
  ]);
  const dropped = new Map([
    ['on', { drop: true }],
    ['until', { drop: true }],
  ]);
  expect(questionsOf({ ...draft, edits: dropped }, { ...preview, findings: [] }, undefined)).toEqual([]);
});
