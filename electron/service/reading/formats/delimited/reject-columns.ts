import type { Quoting } from '../layouts.ts';
import { type Field, fieldsOf, RecordScanner, type ScannedRecord } from './scan-records.ts';

/** The columns that precede the record's own in a file of rejected records. */
export const rejectColumns = ['record', 'column', 'problem', 'text'] as const;

/** Whether a header is that of a file of rejected records. */
export function isRejectsHeader(names: readonly string[]): boolean {
  return names.length > rejectColumns.length && rejectColumns.every((name, position) => names[position] === name);
}

/**
 * The original record, if a row of a file of rejected records lacks some of its values: it had more than there are
 * columns, and was not corrected. Null if reading the row loses nothing.
 * @param fields of the row, {@link rejectColumns} first
 */
export function uncorrectedRecord(fields: readonly Field[], quoting: Quoting): ScannedRecord | null {
  const text = fields[rejectColumns.indexOf('text')]?.text ?? '';
  const own = fields.slice(rejectColumns.length);
  if (text === '') return null;
  const scanner = new RecordScanner(quoting);
  const [record, ...others] = [...scanner.feed(text), ...scanner.end()];
  if (record === undefined || others.length > 0 || record.fields <= own.length) return null;
  const before = fieldsAsRead(record, quoting);
  return own.every((field, at) => field.text === before[at]?.text) ? record : null;
}

/** The fields of a record; for one with an unclosed quote, the texts between its delimiters. */
export function fieldsAsRead(record: Pick<ScannedRecord, 'text' | 'problem'>, quoting: Quoting): Field[] {
  if (record.problem === null) return fieldsOf(record.text, quoting);
  if (record.problem === 'length') return [];
  return record.text.split(quoting.delimiter).map((text) => ({ text, quoted: false }));
}
