import { isWorkbookFormat } from '#shared/source-formats.ts';
import type { LongWork } from '../../../../lib/long-work.ts';
import type { Packing, ReadingOptions } from '../../reading.ts';
import { isUtf8Name } from '../../values/encoding/to-utf8.ts';
import { holdsShapefile } from '../stated/shapefile.ts';
import { packingOf, unpackTo } from './unpack.ts';
import { openZip, workbookFormatOf } from './zip-file.ts';

/** What decides whether a file has to be unpacked before it is read. */
type PackedFile = Pick<ReadingOptions, 'path' | 'format' | 'encoding'>;

/**
 * The path of a file that the engine and the readers can read: one that they cannot unpack while reading is unpacked
 * into `scratch`.
 */
export async function unpackedPath(file: PackedFile, scratch: string, work: LongWork): Promise<string> {
  const packing = await unpackedFirst(file);
  return packing === 'none' ? file.path : unpackTo(scratch, file.path, packing, work);
}

/** How a file is compressed, if it has to be unpacked beforehand; otherwise `none`. */
export async function unpackedFirst(file: PackedFile): Promise<Packing> {
  const packing = await packingOf(file.path);
  return packing === 'none' || (await isRead(file, packing)) ? 'none' : packing;
}

/** Formats that are read from top to bottom, also from a compressed file. */
const streamed: ReadonlySet<string> = new Set(['csv', 'json', 'ndjson', 'geojson', 'px']);

async function isRead({ path, format = 'csv', encoding = 'utf-8' }: PackedFile, packing: Packing): Promise<boolean> {
  switch (packing) {
    case 'zip':
      return (isWorkbookFormat(format) || format === 'shp') && (await consistsOfParts(path));
    case 'zstd':
      return format === 'ndjson' || (format === 'csv' && isUtf8Name(encoding));
    default:
      return streamed.has(format);
  }
}

/** Whether the files of an archive are the parts of a workbook, or of Shapefiles. */
async function consistsOfParts(path: string): Promise<boolean> {
  const zip = await openZip(path);
  try {
    return workbookFormatOf(zip.parts) !== null || holdsShapefile(zip.parts);
  } finally {
    zip.close();
  }
}
