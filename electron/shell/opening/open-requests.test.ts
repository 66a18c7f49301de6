import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { OpenRequests, readOpenRequest } from './open-requests.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'almanac-open-requests-'));
const place = (name: string) => path.join(folder, name);
writeFileSync(place('a b.csv'), 'a\n1\n');
writeFileSync(place('export.dat'), 'a\n1\n');
writeFileSync(place('loader.js'), '');
mkdirSync(place('tables'));
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ['a b.csv', 'a b.csv'],
  [place('a b.csv'), 'a b.csv'],
  [pathToFileURL(place('a b.csv')).href, 'a b.csv'],
  [pathToFileURL(place('export.dat')).href, 'export.dat'],
  // A missing file is reported as missing.
  ['none.xlsx', 'none.xlsx'],
])('takes %s as a file', (word, name) => {
  expect(readOpenRequest(word, folder)).toEqual({ kind: 'file', path: place(name) });
});

it('takes the address of a view in a browser as a link', () => {
  const address = 'https://statistics.example.org/app/?namespace=city&dataset=population&view=year%3D1990';
  expect(readOpenRequest(address, folder)).toEqual({
    kind: 'link',
    link: {
      service: 'https://statistics.example.org/',
      namespace: 'city',
      dataset: 'population',
      view: [['year', '1990']],
    },
  });
  expect(readOpenRequest('https://example.org/', folder)).toBeNull();
});

it.each(['--data=/x.csv', '-r', place('loader.js'), place('export.dat'), folder, '', 'file://%zz.csv'])(
  'ignores %s',
  (word) => expect(readOpenRequest(word, folder)).toBeNull(),
);

it('ignores addresses of folders and of missing files', () => {
  for (const name of ['tables', 'none']) expect(readOpenRequest(pathToFileURL(place(name)).href, folder)).toBeNull();
});

it('returns all files of a command line, once', () => {
  let announced = 0;
  const requests = new OpenRequests(() => (announced += 1));
  requests.addArguments(['--flag', 'a b.csv', 'none.csv'], folder);
  expect(announced).toBe(1);
  expect(requests.take()).toHaveLength(2);
  expect(requests.waiting).toBe(false);
});
