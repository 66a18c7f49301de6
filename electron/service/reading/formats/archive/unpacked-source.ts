import { isWorkbookFormat } from '#shared/workbook-format.ts';
import type { LongWork } from '../../../../lib/long-work.ts';
import type { Packing, Source } from '../../reading.ts';
import { isUtf8Name } from '../../values/encoding/to-utf8.ts';
import { packingOf, unpackTo } from './unpack.ts';
import { openZip, workbookFormatOf } from './zip-file.ts';

/**
 * A source that the engine and the readers can read: files that they cannot unpack while reading are unpacked
 * beforehand, into `scratch`.
 */
export async function unpackedSource(source: Source, scratch: string, work: LongWork): Promise<Source> {
  const packing = await unpackedFirst(source);
  return packing === 'none' ? source : { ...source, path: await unpackTo(scratch, source.path, packing, work) };
}

/** How a source is compressed, if it has to be unpacked beforehand; otherwise `none`. */
export async function unpackedFirst(source: Source): Promise<Packing> {
  const packing = await packingOf(source.path);
  return packing === 'none' || (await isRead(source, packing)) ? 'none' : packing;
}

async function isRead({ path, format, encoding = 'utf-8' }: Source, packing: Packing): Promise<boolean> {
  switch (packing) {
    case 'zip':
      return isWorkbookFormat(format) && (await containsWorkbook(path));
    case 'zstd':
      return format === 'ndjson' || (format === 'csv' && isUtf8Name(encoding));
    default:
      return !isWorkbookFormat(format) && format !== 'parquet';
  }
}

/** Whether an archive contains a workbook, rather than being one itself. */
async function containsWorkbook(path: string): Promise<boolean> {
  const zip = await openZip(path);
  try {
    return workbookFormatOf(zip.parts) !== null;
  } finally {
    zip.close();
  }
}
