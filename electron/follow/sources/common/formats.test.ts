import { expect, test } from 'vitest';
import { formatOfFile, formatOption } from './formats.ts';

test.each([
  ['CSV', 'CSV', 'csv'],
  ['.xlsx', 'XLSX', 'xlsx'],
  ['XLS', 'XLS', 'xls'],
  ['application/vnd.ms-excel', 'XLS', 'xls'],
  ['ods', 'ODS', 'ods'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'ODS', 'ods'],
  ['http://publications.europa.eu/resource/authority/file-type/ODS', 'ODS', 'ods'],
  ['text/csv; charset=utf-8', 'CSV', 'csv'],
  ['px', 'PC-Axis', 'px'],
])('the format that a portal calls %s', (name, label, read) => {
  expect(formatOfFile(name)).toMatchObject({ label, read });
});

test.each([
  ['csv', { format: 'csv' }],
  ['parquet', { format: 'parquet' }],
  // Their bytes decide: texts and web pages are called .xls too.
  ['xls', {}],
  ['xlsx', {}],
  ['ods', {}],
  ['zip', {}],
])('a file that a portal calls %s is read as %j', (name, option) => {
  expect(formatOption(formatOfFile(name))).toEqual(option);
});

test('a format that is not known says nothing', () => {
  expect(formatOfFile('docx')).toBeNull();
  expect(formatOption(null)).toEqual({});
});
