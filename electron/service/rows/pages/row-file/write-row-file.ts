import { rm } from 'node:fs/promises';
import { quoteLiteral } from '#shared/text/quoting.ts';
import type { LongWork } from '../../../../lib/long-work.ts';
import type { Session } from '../../../engine/session.ts';
import type { ParquetFile, RowFilePaths } from '../../../files/parquet-file.ts';
import { runFilePass } from '../../../work/file-pass.ts';
import { storedTable } from '../../open-version.ts';
import { rawFormat } from '../value-text.ts';
import type { writeOffsetTable } from './row-file.ts';
import { type joinRowFiles, rawStrips } from './row-strips.ts';

/** Writes a row file and its offsets; rows of wide versions in strips, then joined. @returns the number of rows */
export async function writeRowFile(
  session: Session,
  file: ParquetFile,
  paths: RowFilePaths,
  work: LongWork,
): Promise<number> {
  const strips = rawStrips(file.columns);
  const [only] = strips;
  if (strips.length > 1) await writeJoined(session, file, strips, paths.rows, work);
  else if (only !== undefined) await writeRaw(session, file, only, paths.rows, reporter(work, 0, 1));
  return await runFilePass<typeof writeOffsetTable>('offsets', { from: paths.rows, to: paths.offsets }, work.signal);
}

async function writeJoined(
  session: Session,
  file: ParquetFile,
  strips: readonly string[],
  target: string,
  work: LongWork,
): Promise<void> {
  const parts = strips.map((strip, at) => ({ strip, path: `${target}.${at}` }));
  for (const [at, { strip, path }] of parts.entries()) {
    work.signal?.throwIfAborted();
    await writeRaw(session, file, strip, path, reporter(work, at, parts.length));
  }
  const paths = parts.map(({ path }) => path);
  await runFilePass<typeof joinRowFiles>('join', { from: paths, to: target }, work.signal);
  await Promise.all(paths.map((path) => rm(path)));
}

/** Values are already JSON, so the CSV writer quotes nothing. It receives whole rows: it would buffer each column. */
async function writeRaw(
  session: Session,
  { path, columns }: ParquetFile,
  row: string,
  target: string,
  onFraction: (fraction: number | null, rows: number) => void,
): Promise<void> {
  const rows = `SELECT ${row} FROM ${storedTable(path, columns)}`;
  await session.run(`COPY (${rows}) TO ${quoteLiteral(target)} (${rawFormat})`, [], { onFraction });
}

/** Reports the progress of one of several equal parts. */
function reporter(work: LongWork, part: number, parts: number): (fraction: number | null, rows: number) => void {
  return (fraction, rows) => {
    const whole = fraction === null ? null : (part + fraction) / parts;
    work.onProgress?.({ phase: 'preparing', rows: part === parts - 1 ? rows : 0, bytes: 0, fraction: whole });
  };
}
