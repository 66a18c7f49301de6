import type { Dialect } from './layouts.ts';
import type { LeftOutLine } from '#shared/rpc/source-file.ts';
import type { BrokenRecords } from './delimited/normalise-text.ts';
import type { Relation } from './relation.ts';

/** A source that the engine can read. */
export interface OpenedTable {
  readonly relation: Relation;
  /** The dialect; null for formats other than delimited text. */
  readonly dialect: Dialect | null;
  /** The file that the engine reads: the user's own, or a converted copy. */
  readonly path: string;
  /** Line of the first record if every record has one line; null if the format has no lines. */
  readonly firstLine: number | null;
  /** Unreadable records of a text, if they were searched; `fields`: whether the file at `path` has their fields. */
  readonly broken: (BrokenRecords & { readonly path: string; readonly fields: boolean }) | null;
  /** Lines of a delimited text that are omitted as comments or notes below the records; the first of them. */
  readonly leftOut: readonly LeftOutLine[];
  /** Opens a text so that every record is examined; null if that was done or is not needed. */
  readonly normalise: (() => Promise<OpenedTable>) | null;
}
