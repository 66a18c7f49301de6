import { createReadStream } from 'node:fs';
import type { Dialect, Quoting } from '../layouts.ts';
import { RecordScanner } from './scan-records.ts';

/**
 * The 1-based lines on which records of a delimited file begin.
 * @param records 1-based numbers, not counting a header and anything above it, ascending
 */
export async function recordLines(
  path: string,
  dialect: Dialect,
  records: readonly number[],
  signal: AbortSignal | undefined,
): Promise<number[]> {
  const lines: number[] = [];
  const requested = records.map((record) => record + (dialect.header ? dialect.headerRows : 0));
  const scanner = new RecordScanner(dialect);
  let number = 0;
  let line = 1;
  const take = (found: Iterable<{ readonly line: number; readonly fields: number }>) => {
    for (const record of found) {
      if (record.fields === 0 || record.line <= dialect.skip) continue;
      number += 1;
      line = record.line;
      while (lines.length < requested.length && (requested[lines.length] ?? 0) <= number) lines.push(line);
    }
  };
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 18 })) {
    signal?.throwIfAborted();
    take(scanner.feed((piece as Buffer).toString('latin1')));
    if (lines.length === requested.length) return lines;
  }
  take(scanner.end());
  return requested.map((_, position) => lines[position] ?? line);
}

/** The records that begin in the first bytes of a delimited file, including a header. */
export function recordsIn(beginning: Buffer, quoting: Quoting & { readonly skip: number }): number {
  const scanner = new RecordScanner(quoting);
  let number = 0;
  const count = (found: Iterable<{ readonly line: number; readonly fields: number }>) => {
    for (const { fields, line } of found) if (fields > 0 && line > quoting.skip) number += 1;
  };
  count(scanner.feed(beginning.toString('latin1')));
  count(scanner.end());
  return number;
}
