import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { extensionFor, formatTitle, looksLike } from './looks-like.ts';

const ods = zipSync({
  mimetype: [Buffer.from('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }],
  'content.xml': Buffer.from('<a/>'),
});
const xlsx = zipSync({ '[Content_Types].xml': Buffer.from('<a/>'), 'xl/workbook.xml': Buffer.from('<a/>') });
const zip = zipSync({ 'a.csv': Buffer.from('a,b\n1,2\n') });

test.each([
  ['a workbook of Excel', xlsx, '', '.xlsx', 'XLSX'],
  ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'application/vnd.ms-excel', '.xls', 'XLS'],
  ['an OpenDocument spreadsheet', ods, '', '.ods', 'ODS'],
  ['an archive', zip, 'application/zip', '.zip', 'ZIP'],
  ['text', Buffer.from('a;b\n1;2\n'), 'application/octet-stream', '.csv', 'CSV'],
  ['text of a type', Buffer.from('a\tb\n'), 'text/tab-separated-values', '.tsv', 'TSV'],
  ['JSON', Buffer.from('\ufeff {"a":1}'), '', '.json', 'JSON'],
  ['Parquet', Buffer.from('PAR1\u0015\u0004'), '', '.parquet', 'Parquet'],
])('%s without an extension gets one, and a name for people', (_, bytes, type, extension, title) => {
  const look = looksLike(Buffer.from(bytes), type);
  expect([extensionFor(look, type), formatTitle('download', look, type)]).toEqual([extension, title]);
});

test.each([
  ['nothing', '', 'empty'],
  ['a page', '<!DOCTYPE html><html>', 'page'],
  ['XML', '<a/>', 'other'],
  ['a document', '%PDF-1.7', 'other'],
  ['an image', '\u0089PNG\r\n\u001a\n\u0000', 'other'],
])('%s cannot be published', (_, text, look) => {
  expect(looksLike(Buffer.from(text, 'latin1'), '')).toBe(look);
});
