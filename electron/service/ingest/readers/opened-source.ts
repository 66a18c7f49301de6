import type { LeftOutLine } from '../../store/row-store.ts';
import type { Dialect } from './delimited/dialect.ts';
import type { BrokenRecords } from './delimited/normalise-text.ts';
import type { Relation } from './relation.ts';

/** A source that the engine can read. */
export interface OpenedSource {
  readonly relation: Relation;
  /** How the file is delimited; null for other formats. */
  readonly dialect: Dialect | null;
  /** The file that the engine reads: the person's own, or what was made of it. */
  readonly path: string;
  /** Line of the first record when every record has one line; null where the format has no lines. */
  readonly firstLine: number | null;
  /** The records of a text that cannot be read, where these were looked for; `fields`: whether the file at `path` has their fields. */
  readonly broken: (BrokenRecords & { readonly path: string; readonly fields: boolean }) | null;
  /** Lines of a delimited text that are left out as comments or notes below the records; the first of them. */
  readonly leftOut: readonly LeftOutLine[];
  /** Opens a text in a way that every record is looked at; null where that was done or is not needed. */
  readonly normalise: (() => Promise<OpenedSource>) | null;
}
