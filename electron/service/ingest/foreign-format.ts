import { open } from 'node:fs/promises';
import { say } from '#shared/sentences/say.ts';
import { IngestError } from '../rows/row-store.ts';

const headBytes = 8192;

/** What a file begins with, and what to say of it. */
interface Signature {
  readonly bytes: string;
  readonly words: () => string;
}

const statistics = (program: string) => () => say('of-statistics-program', { program });
const archive = (kind: string) => () => say('of-archive', { kind });
const database = (kind: string) => () => say('of-database', { kind });

/** Beginnings as their formats' documentation gives them, one character per byte. */
const signatures: readonly Signature[] = [
  { bytes: '%PDF-', words: () => say('of-pdf') },
  { bytes: '$FL2', words: statistics('SPSS') },
  { bytes: '$FL3', words: statistics('SPSS') },
  { bytes: '<stata_dta>', words: statistics('Stata') },
  { bytes: '\0\0\0\0\0\0\0\0\0\0\0\0\xc2\xea\x81\x60\xb3\x14\x11\xcf', words: statistics('SAS') },
  { bytes: 'HEADER RECORD*******', words: statistics('SAS') },
  { bytes: 'RDX2\n', words: statistics('R') },
  { bytes: 'RDX3\n', words: statistics('R') },
  { bytes: 'MATLAB 5.0', words: statistics('MATLAB') },
  { bytes: '7z\xbc\xaf\x27\x1c', words: archive('7z') },
  { bytes: 'Rar!\x1a\x07', words: archive('RAR') },
  { bytes: '\xfd7zXZ\0', words: archive('xz') },
  { bytes: 'SQLite format 3\0', words: database('SQLite') },
  { bytes: 'ARROW1\0\0', words: database('Arrow') },
  { bytes: 'FEA1', words: database('Feather') },
  { bytes: 'Obj\x01', words: database('Avro') },
  { bytes: 'ORC\x08', words: database('ORC') },
  { bytes: 'ORC\x0a', words: database('ORC') },
  { bytes: '\x89HDF\r\n\x1a\n', words: database('HDF5') },
  { bytes: '\x89PNG\r\n', words: () => say('of-picture') },
  { bytes: '\xff\xd8\xff', words: () => say('of-picture') },
];

const compoundFile = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

/** Signatures of letters that a header of a text may begin with too: what is behind them tells. */
function wordsOfLetters(head: string): string | null {
  // The length of an encrypted part follows, in four bytes of which the last are 0 (Parquet, "Modular Encryption").
  if (head.startsWith('PARE') && head.slice(4, 12).includes('\0')) return say('of-encrypted-parquet');
  return head.startsWith('BZh') && head.startsWith('1AY&SY', 4) ? say('of-archive', { kind: 'bzip2' }) : null;
}

/** @throws {IngestError} that names the format of a file that is none of those that are read, and what to do */
export async function refuseForeignFormat(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const head = buffer.toString('latin1', 0, bytesRead);
    const words = head.startsWith(compoundFile)
      ? await compoundFileWords(file)
      : (signatures.find(({ bytes }) => head.startsWith(bytes))?.words() ??
        wordsOfLetters(head) ??
        markupWords(head) ??
        zipWords(head));
    if (words !== null) throw new IngestError(words);
  } finally {
    await file.close();
  }
}

/** Excel keeps old workbooks, and new ones under a password, in the same container ([MS-CFB], [MS-OFFCRYPTO] 2.3). */
async function compoundFileWords(file: Awaited<ReturnType<typeof open>>): Promise<string> {
  const wanted = Buffer.from('EncryptedPackage', 'utf16le');
  const { size } = await file.stat();
  // The directory may stand anywhere, in sectors of 512 bytes or more: its names are looked for at both ends.
  for (const start of [0, Math.max(0, size - directoryBytes)]) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(directoryBytes), 0, directoryBytes, start);
    if (buffer.subarray(0, bytesRead).includes(wanted)) return say('of-protected-workbook');
  }
  return say('of-old-workbook');
}

const directoryBytes = 2 ** 20;

function markupWords(head: string): string | null {
  const start = head
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .slice(0, 512)
    .toLowerCase();
  if (start.startsWith('<!doctype html') || start.startsWith('<html')) return say('of-web-page');
  if (!start.startsWith('<?xml') && !start.startsWith('<!--')) return null;
  return start.includes('<html') ? say('of-web-page') : say('of-markup');
}

/** The first member of an OpenDocument file says what it is (OpenDocument 1.3, part 2, 3.3). */
function zipWords(head: string): string | null {
  const isZip = head.startsWith('PK\x03\x04');
  return isZip && head.startsWith('mimetypeapplication/vnd.oasis.opendocument', localHeaderBytes)
    ? say('of-open-document')
    : null;
}

/** Bytes of a zip member's header in front of its name (APPNOTE 4.3.7). */
const localHeaderBytes = 30;
