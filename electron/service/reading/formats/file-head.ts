import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import iconv from 'iconv-lite';
import { explain } from '#shared/failures.ts';
import type { SourceFormat } from '#shared/rpc/source-file.ts';
import type { WorkbookFormat } from '#shared/source-formats.ts';
import { IngestError, type Packing } from '../reading.ts';
import { assertEncoding, isUtf8Name } from '../values/encoding/to-utf8.ts';
import { dataPart, packingOf, unpackedPieces } from './archive/unpack.ts';
import { openZip, workbookFormatOf } from './archive/zip-file.ts';
import { holdsShapefile } from './stated/shapefile.ts';

const headBytes = 1 << 18;

/** The first bytes of a file, unpacked. */
export interface FileHead {
  readonly packing: Packing;
  readonly bytes: Buffer;
  readonly whole: boolean;
  /** The name of the file, or of the one inside an archive. */
  readonly name: string;
  /** The format of a file that consists of several files itself: a workbook, a Shapefile. */
  readonly container?: WorkbookFormat | 'shp';
}

const extensions: Partial<Readonly<Record<SourceFormat, string>>> = {
  csv: 'csv tsv tab psv',
  json: 'json',
  geojson: 'geojson topojson',
  ndjson: 'ndjson jsonl jsonlines jsons geojsonl geojsons geojsonseq ndgeojson',
  parquet: 'parquet pq',
  xlsx: 'xlsx xlsm xlsb',
  xls: 'xls',
  ods: 'ods ots',
};

/** The format that the name of a file or of a packed file suggests; null for none. */
export function namedFormat(name: string): SourceFormat | null {
  const bare = name.toLowerCase().replace(/\.(gz|gzip|zst|zstd|zip)$/, '');
  const extension = bare.slice(bare.lastIndexOf('.') + 1);
  const found = Object.entries(extensions).find(([, names]) => names.split(' ').includes(extension));
  return found === undefined ? null : (found[0] as SourceFormat);
}

/** Reads that many bytes and ignores the rest; packed data cut off there are expected. */
async function take(stream: AsyncIterable<Buffer>, most: number): Promise<{ bytes: Buffer; whole: boolean }> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of stream) {
    pieces.push(piece);
    length += piece.length;
    if (length > most) break;
  }
  return { bytes: Buffer.concat(pieces).subarray(0, most), whole: length <= most };
}

/**
 * @param most bytes to read
 * @param name of the file, if its path is not named as it was
 * @throws {IngestError} if it cannot be unpacked
 */
export async function readHead(file: string, most = headBytes, name = path.basename(file)): Promise<FileHead> {
  const packing = await packingOf(file);
  if (packing !== 'zip') {
    const head = await take(unpackedPieces(file, packing), most).catch((error: Error) => {
      throw new IngestError(explain('not-unpacked', { said: error.message }));
    });
    return { packing, name, ...head };
  }
  const zip = await openZip(file);
  try {
    const workbook = workbookFormatOf(zip.parts);
    const container = workbook ?? (holdsShapefile(zip.parts) ? 'shp' : null);
    if (container !== null) return { packing: 'none', name, bytes: Buffer.from('PK\x03\x04'), whole: false, container };
    const part = dataPart(zip.parts);
    return { packing, name: part.name, ...(await take(await part.read(), most)) };
  } finally {
    zip.close();
  }
}

/** The end of the last complete record: at a line end outside quotes. */
function lastRecordEnd(text: string, quote: string): number {
  let end = -1;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === quote) quoted = !quoted;
    else if (!quoted && (character === '\n' || (character === '\r' && text[at + 1] !== '\n'))) end = at + 1;
  }
  // A literal quote (5'10") makes the count wrong: any line end is better than none then.
  return end > 0 ? end : text.lastIndexOf('\n') + 1;
}

/** A text's beginning in UTF-8, with the byte order mark that it has then. @throws {IngestError} */
export function headText({ bytes }: FileHead, encoding: string): Buffer {
  if (isUtf8Name(encoding)) return bytes;
  assertEncoding(encoding);
  return Buffer.from(iconv.decode(bytes, encoding), 'utf8');
}

/**
 * Writes a text's beginning to a file that is read like the whole, in UTF-8 and unpacked. For delimited text only
 * complete records are written; for JSON everything, whose incomplete parts the reader skips.
 * @param quote of delimited text
 * @returns its path
 */
export async function writeHead(
  head: FileHead,
  encoding: string,
  quote: string | null,
  folder: string,
): Promise<string> {
  const target = path.join(folder, 'head');
  const text = headText(head, encoding).toString('utf8');
  const end = head.whole || quote === null ? 0 : lastRecordEnd(text, quote);
  await writeFile(target, end > 0 ? text.slice(0, end) : text);
  return target;
}
