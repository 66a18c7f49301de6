import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refuseForeignFormat } from './foreign-format.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-foreign-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)]);
const openDocument = zipSync({
  mimetype: [strToU8('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }],
  'content.xml': strToU8('<office:document-content/>'),
});

test.each([
  ['a PDF', '%PDF-1.7\n', /PDF/],
  ['an old workbook', compound, /\.xls\b/],
  ['a workbook under a password', Buffer.concat([compound, Buffer.from('EncryptedPackage', 'utf16le')]), /password/],
  ['an OpenDocument spreadsheet', openDocument, /\.ods/],
  ['a page that was saved as a file', '\n<!DOCTYPE html><html><title>404</title>', /web page/],
  ['a page in XML', '<?xml version="1.0"?>\n<html xmlns="x">', /web page/],
  ['XML', '<?xml version="1.0"?><rows/>', /XML/],
  ['SPSS', '$FL2@(#) SPSS DATA FILE', /SPSS/],
  ['Stata', '<stata_dta><header>', /Stata/],
  ['encrypted Parquet', 'PARE\u001e\0\0\0', /encrypted/],
  ['bzip2', 'BZh91AY&SY', /bzip2/],
  ['SQLite', 'SQLite format 3\0', /SQLite/],
])('%s is named for what it is', async (name, content, words) => {
  const path = join(folder, `${name.replaceAll(' ', '-')}.csv`);
  await writeFile(path, content);
  await expect(refuseForeignFormat(path)).rejects.toThrow(words);
});

test.each([
  ['a,b\n1,2\n'],
  ['PARENT,b\n1,2\n'],
  ['<5,>7\n1,2\n'],
  ['BZ,h\n'],
  [zipSync({ 'a.csv': strToU8('a\n1\n') })],
])('%j is left to its reader', async (content) => {
  const path = join(folder, 'other');
  await writeFile(path, content);
  await expect(refuseForeignFormat(path)).resolves.toBeUndefined();
});
