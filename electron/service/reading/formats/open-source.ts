import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Explanation, explain } from '#shared/failures.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import type { Session } from '../../engine/session.ts';
import { storedName } from '../columns/plan-columns.ts';
import { IngestError, type Source } from '../reading.ts';
import { againToUtf8, isEncodingStated, toUtf8, type Utf8Text } from '../values/encoding/to-utf8.ts';
import { textPackingOf, unpackEntry } from './archive/unpack.ts';
import { unpackedSource } from './archive/unpacked-source.ts';
import { openCombined } from './combine/open-combined.ts';
import type { Dialect } from './delimited/dialect.ts';
import { cutColumns } from './delimited/fixed-width.ts';
import { type OpenedText, openDelimited, openNormalised } from './delimited/open-delimited.ts';
import { openEurostat } from './eurostat/eurostat-table.ts';
import { shortList } from './json/json-layout.ts';
import { openJsonText } from './json/open-json-text.ts';
import { openRecords } from './open-records.ts';
import type { OpenedTable } from './opened-table.ts';
import { openParquet } from './parquet/open-parquet.ts';
import { writePxRecords } from './pc-axis/px-records.ts';
import { refuseUnsupportedFormat } from './unsupported-format.ts';
import { writeWorkbookRecords } from './workbook/workbook-records.ts';

/** Makes a source readable for the engine; temporary files go to `scratch`. @throws {IngestError} */
export async function openSource(
  session: Session,
  source: Source,
  scratch: string,
  work: LongWork,
): Promise<OpenedTable> {
  return withNameNotes(await openAny(session, source, scratch, work));
}

/** Notes the names that cannot be stored as they are. */
function withNameNotes(opened: OpenedTable): OpenedTable {
  const { relation, normalise } = opened;
  const changed = relation.columns.map(({ name }) => name).filter((name) => storedName(name) !== name);
  if (changed.length === 0) return opened;
  const note = explain('nul-in-names', { columns: shortList(changed.map(storedName)) });
  return {
    ...opened,
    relation: { ...relation, conversions: [...relation.conversions, note] },
    normalise: normalise === null ? null : async () => withNameNotes(await normalise()),
  };
}

async function openAny(session: Session, source: Source, scratch: string, work: LongWork): Promise<OpenedTable> {
  const { parts, entry, ...alone } = source;
  if (parts !== undefined) {
    const open = (part: Source, folder: string) => openAny(session, part, folder, work);
    return openCombined(session, { ...source, parts }, open, scratch, work);
  }
  if (entry !== undefined) {
    return openAny(session, { ...alone, path: await unpackEntry(scratch, source.path, entry, work) }, scratch, work);
  }
  await assertReadable(source);
  await refuseUnsupportedFormat(source.path);
  const unpacked = await unpackedSource(source, scratch, work);
  if (unpacked !== source) return openAny(session, unpacked, scratch, work);
  switch (source.format) {
    case 'csv': {
      const compression = await textPackingOf(source.path);
      if (source.columnStarts !== undefined) {
        const whole = await againToUtf8(source, await toUtf8(source, compression, scratch, work), scratch, work);
        const { columnStarts: starts, skip = 0, comment = '', packed = false } = source;
        const { path, note } = await cutColumns(whole, { starts, skip, comment, packed }, scratch, work);
        const cut = { path, compression: 'none', note: whole.note } as const;
        const named = { ...source, delimiter: ',', quote: '"' };
        const opened = await openDelimited(named, path, 'none', scratch, work);
        const conversions = [...(note === null ? [] : [note]), ...opened.relation.conversions];
        return ofText(cut, { ...opened, relation: { ...opened.relation, conversions } }, null);
      }
      const text = await toUtf8(source, compression, scratch, work);
      const eurostat = await openEurostat(session, source, text, scratch, work);
      if (eurostat !== null) return eurostat;
      const first = await openDelimited(source, text.path, text.compression, scratch, work);
      if (replacedInNames(first.dialect).length > 0 && !isEncodingStated(source)) {
        const again = await againToUtf8(source, text, scratch, work);
        const named = await openDelimited(source, again.path, again.compression, scratch, work);
        return ofText(again, named, null);
      }
      return ofText(text, first, async (dialect) => {
        const again = await againToUtf8(source, text, scratch, work);
        const opened =
          again === text
            ? await openNormalised(source, text.path, dialect, scratch, work)
            : await openDelimited(source, again.path, again.compression, scratch, work);
        return { text: again, opened };
      });
    }
    case 'ndjson':
    case 'json':
    case 'geojson':
      return openJsonText(session, source, await textPackingOf(source.path), scratch, work);
    case 'parquet':
      return {
        relation: await openParquet(session, source),
        dialect: null,
        path: source.path,
        firstLine: null,
        broken: null,
        leftOut: [],
        normalise: null,
      };
    case 'xlsx':
    case 'xls':
    case 'ods': {
      const path = join(scratch, 'records.ndjson');
      const written = await writeWorkbookRecords(source, path, work, { placed: true });
      if (written.names.length === 0) throw new IngestError(explain('sheet-empty'));
      return openRecords(session, path, written, source);
    }
    case 'px': {
      const path = join(scratch, 'records.ndjson');
      const written = await writePxRecords(source, scratch, path, work, { placed: true });
      return openRecords(session, path, written, source);
    }
  }
}

function ofText(
  text: Utf8Text,
  { relation, dialect, normalised }: OpenedText,
  again: ((dialect: Dialect) => Promise<{ readonly text: Utf8Text; readonly opened: OpenedText }>) | null,
): OpenedTable {
  const conversions = [...(text.note === null ? replacedInNames(dialect) : [text.note]), ...relation.conversions];
  return {
    relation: { ...relation, conversions },
    dialect,
    path: text.path,
    firstLine: 1 + dialect.skip + (dialect.header ? dialect.headerRows : 0),
    broken: normalised === null ? null : { ...normalised.broken, path: normalised.brokenPath, fields: true },
    leftOut: normalised?.leftOut ?? [],
    normalise:
      again === null
        ? null
        : async () => {
            const next = await again(dialect);
            return ofText(next.text, next.opened, null);
          },
  };
}

/** The engine reads only records, so only this check finds invalid text in a header. */
function replacedInNames({ names, skip }: Dialect): Explanation[] {
  const count = names.join('').split('\ufffd').length - 1;
  return count === 0 ? [] : [explain('characters-replaced', { count, encoding: 'utf-8', line: skip + 1 })];
}

async function assertReadable({ path, format }: Source): Promise<void> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new IngestError(
      error.code === 'ENOENT'
        ? explain('file-not-there')
        : explain('file-unreadable', { said: error.code ?? error.message }),
    );
  });
  if (!found.isFile()) throw new IngestError(explain('no-file'));
  // An empty line is not a record; other formats have more to report.
  if (found.size === 0 && format !== 'ndjson') throw new IngestError(explain('file-empty'));
}
