import type { Explanation } from '#shared/failures.ts';
import type { FoundPeriods, FoundTable, LeftOutLine, SourceFormat, TableNotes } from '#shared/rpc/source-file.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import type { Session } from '../../engine/session.ts';
import type { FoundMarks, Plan, PlannedLayout, ReadingOptions, TableSurvey } from '../reading.ts';
import type { DetectedEncoding } from '../values/encoding/detect-encoding.ts';
import type { FileHead } from './file-head.ts';
import type { OpenedTable } from './relation.ts';
import type { WrittenRecords } from './written-records.ts';

/** The first records of a file as a file of their own, which is read as the whole would be. */
export interface Beginning {
  /** A copy in UTF-8, not compressed; null if only the user's file itself can be read. */
  readonly copy: string | null;
  /** Whether these are all records. */
  readonly whole: boolean;
  /** For a format whose records are written for the engine: what was written. */
  readonly written?: WrittenRecords;
  /** For a workbook: its sheets, the one that is read, the rows of its first records, and the omitted rows. */
  readonly sheets?: readonly string[];
  readonly sheet?: string;
  readonly lines?: readonly number[];
  readonly leftOut?: readonly LeftOutLine[];
  /** The tables below each other in a sheet or text; that which is read is among them. */
  readonly tables?: readonly SheetTable[];
  /** What sheets without a table say about the one that is read. */
  readonly remarks?: readonly LeftOutLine[];
  /** A title for people that the file has, and what it says about its columns. */
  readonly title?: string;
  readonly labels?: TableNotes['columns'];
}

/** A table among several, with the lines above it. */
export interface SheetTable extends Omit<FoundTable, 'title'> {
  readonly above: readonly LeftOutLine[];
}

/** What a format decides about a file. */
export interface FormatPlan {
  /** The encoding; null for a format that has no text. */
  readonly encoding: DetectedEncoding | null;
  readonly layout: PlannedLayout;
  readonly beginning: Beginning;
  /** The names of the columns, if they are known without reading records. */
  readonly names: readonly string[] | null;
}

/** A plan, and what was read to make it. */
export interface PlannedFile extends Omit<FormatPlan, 'layout'> {
  readonly plan: Plan;
  /** The first bytes of the file, or of the first of several. */
  readonly head: FileHead;
  /** The size of the file, or of all of several. */
  readonly bytes: number;
  /** The typed first records, if these were read to find coordinates. */
  readonly survey: TableSurvey | null;
  /** Periods in the headings, whether or not they become rows; null for none. */
  readonly periods: FoundPeriods | null;
  /** Marks of status among numbers, whether or not they are read apart; null for none. */
  readonly marks: FoundMarks | null;
  /** What the user should know about how several files are combined. */
  readonly notices: readonly Explanation[];
}

/** A place for temporary files, and the work that they are written for. */
export interface Scratch {
  readonly folder: string;
  readonly work: LongWork;
}

/** A format of files: everything that is special about it. */
export interface Format {
  /**
   * Which of its formats a file has, judging by its beginning; null if it has another one.
   * @param text the beginning in UTF-8, if it is text: bytes of other files may look like text of any encoding
   */
  recognise(head: FileHead, text: Buffer): SourceFormat | null;
  /**
   * Decides how a file is read.
   * @param asked what was said about it, with its format; its path is that of a file which is not packed in others
   * @param encoding the likely one of its text
   * @throws {IngestError} if it has no table
   */
  plan(
    asked: ReadingOptions & Pick<Plan, 'format'>,
    head: FileHead,
    encoding: DetectedEncoding,
    scratch: Scratch,
  ): Promise<FormatPlan>;
  /**
   * Makes a file readable for the engine, as planned.
   * @param beginning its first records, if only these are read
   * @throws {IngestError}
   */
  read(session: Session, plan: Plan, beginning: Beginning | null, scratch: Scratch): Promise<OpenedTable>;
}
