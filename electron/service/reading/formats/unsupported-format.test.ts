import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refuseUnsupportedFormat } from './unsupported-format.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-foreign-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)]);
const openText = zipSync({ mimetype: [strToU8('application/vnd.oasis.opendocument.text'), { level: 0 }] });
/** A header of one field, terminated by a carriage return. */
const dbase = Buffer.alloc(66);
dbase.set([3, 126, 11, 23, 1, 0, 0, 0, 65, 0, 11, 0]);
dbase.write('NAME', 32);
dbase[64] = 0x0d;

/** Records of words and numbers in the code page 037, whose letters and digits have these codes. */
function ebcdic(end: string): Buffer {
  const code = (character: string) => {
    if (character === ' ') return 0x40;
    if (character >= '0' && character <= '9') return 0xf0 + Number(character);
    const at = 'ABCDEFGHI'.indexOf(character);
    return at >= 0 ? 0xc1 + at : 0xd1 + 'JKLMNOPQR'.indexOf(character);
  };
  const records = Array.from({ length: 40 }, (_, at) => `${String(at).padStart(6, '0')}CALL ME ${at}`.padEnd(20));
  return Buffer.concat(
    records.map((record) => Buffer.concat([Buffer.from(Array.from(record, code)), Buffer.from(end, 'latin1')])),
  );
}

test.each([
  ['a PDF', '%PDF-1.7\n', /PDF/],
  ['EBCDIC', ebcdic('\x25'), /EBCDIC/],
  ['EBCDIC in records of fixed length', ebcdic(''), /EBCDIC/],
  ['a workbook under a password', Buffer.concat([compound, Buffer.from('EncryptedPackage', 'utf16le')]), /password/],
  ['XML', '<?xml version="1.0"?><rows/>', /XML/],
  ['encrypted Parquet', 'PARE\u001e\0\0\0', /encrypted/],
  ['bzip2', 'BZh91AY&SY', /bzip2/],
  ['a document in a compound file', Buffer.concat([compound, Buffer.from('WordDocument', 'utf16le')]), /\.doc/],
  ['an OpenDocument text', openText, /OpenDocument/],
  ['a flat OpenDocument spreadsheet', '<?xml version="1.0"?>\n<office:document xmlns:office="x">', /\.fods/],
  ['a web page as an archive', 'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="x"\r\n', /web page/],
  ['GML', '<?xml version="1.0"?>\n<wfs:FeatureCollection xmlns:wfs="w">', /GML/],
  ['FlatGeobuf', 'fgb\u0003fgb\u0000', /FlatGeobuf/],
  ['dBase', dbase, /dBase/],
  ['zeros', Buffer.alloc(5000), /zero bytes/],
  ['a program of Linux', '\u007fELF\u0002\u0001\u0001', /a program \(ELF\), not text/],
  ['a program of Windows', Buffer.from('4d5a90000300000004', 'hex'), /program \(Windows\)/],
  ['a program of macOS', Buffer.from('cffaedfe07000001', 'hex'), /program \(Mach-O\)/],
  ['a video', Buffer.from('0000001c6674797069736f6d', 'hex'), /recording/],
  ['a binary file', Buffer.from(Array.from({ length: 512 }, (_, at) => (at * 37) % 256)), /binary/],
  ['an empty archive', `PK\u0005\u0006${'\0'.repeat(18)}`, /archive/],
  ['a pointer of Git LFS', 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n', /Git LFS/],
  ['ARFF', '% towns\n@RELATION towns\n@ATTRIBUTE people NUMERIC\n@DATA\n1\n', /ARFF/],
  ['an e-mail', 'From: a@example.org\nTo: b@example.org\nSubject: Hi\n\nHello\n', /e-mail/],
  ['YAML', 'towns:\n  - name: Ulm\n    people: 1\n', /YAML/],
  ['PostScript', '%!PS-Adobe-3.0\n%%Title: x\n', /PostScript/],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"></svg>', /SVG/],
  ['SQL', '-- dump\nCREATE TABLE t (a int);\nINSERT INTO t VALUES (1);\n', /SQL/],
  ['a notebook', '{\n "cells": [\n  {\n   "cell_type": "code",\n   "source": []\n  }\n ]\n}\n', /Jupyter/],
  ['ASCII separators', 'id\x1fname\x1e1\x1fUlm, a\x1e2\x1fBern, b\x1e', /1F, 1E/],
  ['tar', `a.csv${'\0'.repeat(252)}ustar`, /tar/],
])('%s is named for what it is', async (name, content, words) => {
  const path = join(folder, `${name.replaceAll(' ', '-')}.csv`);
  await writeFile(path, content);
  await expect(refuseUnsupportedFormat(path)).rejects.toThrow(words);
});

test.each([
  ['a,b\n1,2\n'],
  ['PARENT,b\n1,2\n'],
  ['<5,>7\n1,2\n'],
  ['BZ,h\n'],
  ['TABLE\n0,1\n'],
  ['ID;PLZ;K\nC;K1;1\nD;2;3\n'],
  ['<table>,<div>\n1,2\n'],
  ['<b>x</b>;y\n1;2\n'],
  ['MIME-Version: 1.0,b\n1,2\n'],
  ['\u0003\u0001a,b\n1,2\n'],
  ['a\u0001b\u0001c\n1\u00012\u00013\n'.repeat(20)],
  [`a,b\n1,x\u0000y\n${'2,z\n'.repeat(40)}`],
  [Buffer.from('имя,число\nАнна,1\n'.repeat(20), 'utf16le')],
  [Buffer.from('\ufeff名前,数\n東京,1\n'.repeat(20), 'utf16le')],
  ['Feature: name,count\na,1\n'],
  ['import os\nimport sys\nimport re\n'],
  ['import,export\n1,2\n'],
  ['# language: de\nname,people\nUlm,126\n'],
  ['#!x,b\n1,2\n'],
  [zipSync({ 'a.csv': strToU8('a\n1\n') })],
  // Formats that are read.
  ['\n<!DOCTYPE html><html><title>404</title>'],
  ['$FL2@(#) SPSS DATA FILE'],
  ['<stata_dta><header>'],
  ['SQLite format 3\0'],
  ['<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>'],
  ['TABLE\r\n0,1\r\n"Data"\r\nVECTORS\r\n0,2\r\n""\r\n'],
  [Buffer.from('\ufeff<html><table></table></html>', 'utf16le')],
  ['<?xml version="1.0"?>\n<!-- c --><kml xmlns="http://www.opengis.net/kml/2.2">'],
  [Buffer.from('7201010002000500', 'hex')],
  // Tables with such words and texts.
  ['language,line\nC,"#include <stdio.h>"\nC,int main(void) {\nC,return 0;\nC,}\n'],
  ['code\n"int main(void) {\n  return 0;\n}"\n"#include <stdio.h>\nint a;"\n'],
  ['import;export;const\n1;2;3\n4;5;6\n7;8;9\n'],
  ['select\tfrom\twhere\nSELECT a\tFROM t\t1;\nSELECT b\tFROM u\t2;\nSELECT c\tFROM v\t3;\n'],
  ['query\nSELECT a FROM t\nSELECT b FROM t\nSELECT c FROM u\n'],
  ['# Towns\n# - of **2020**\n# [source](https://example.org)\nname,people\nUlm,126\nAalen,68\n'],
  ['| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |\n'],
  ['a: 1\nb: 2\nc: 3\nd: 4\ne: 5\n'],
  ['name\nfunction\nreturn\nclass\nimport\n'],
  ['{"cells": [{"x": 1}, {"x": 2}]}\n'],
  ['host = a;port = 1;\nhost = b;port = 2;\nhost = c;port = 3;\nhost = d;port = 4;\n'],
  ['ordinal. text\n1. one\n2. two\n3. three\n4. four\n'],
  ['10.0.0.1 - - [10/Oct/2020:13:55:36 +0000] "GET /a HTTP/1.0" 200 23\n'.repeat(6)],
  ['2020-01-01 10:00:00 INFO main: started\n2020-01-01 10:00:01 WARN db: slow (1, 2)\n'.repeat(4)],
])('%j is left to its reader', async (content) => {
  const path = join(folder, 'other');
  await writeFile(path, content);
  await expect(refuseUnsupportedFormat(path)).resolves.toBeUndefined();
});
