import type { StatedCodes } from '#shared/codes/stated-codes.ts';
import { type Explanation, explain } from '#shared/failures.ts';
import { IngestError } from '../../reading.ts';
import type { BrokenRecords } from '../delimited/normalise-text.ts';
import type { JsonLayout } from '../layouts.ts';
import { CoordinateSystemFound, coordinateSystemOf, projectionOf } from './geometry/coordinate-system.ts';
import { esriCoordinateSystem, esriDates } from './geometry/esri-features.ts';
import { topologyFeatures } from './geometry/topology-features.ts';
import type { GeometryReading } from './geometry/well-known-binary.ts';
import { maxJsonDepth } from './json-depth.ts';
import { shortList } from './json-layout.ts';
import { JsonScanner, JsonTextError } from './json-scanner.ts';
import { findPlace, placeIn, readText, type TextFile } from './read-text.ts';
import { RecordWriter } from './record-writer.ts';
import { codesOfStatistics, tableRecords } from './table-records.ts';

export interface CutOptions {
  readonly from: TextFile;
  readonly to: string;
  /** The file for unreadable records: `record,line,column,problem,text`, with a header. */
  readonly brokenTo: string;
  readonly layout: JsonLayout;
  /** The file is the beginning of a longer one: an incomplete record at its end is dropped. */
  readonly beginningOnly: boolean;
  /** If records are lists: whether the first names the columns; undefined to detect it. */
  readonly header?: boolean | undefined;
  /** The coordinate system of the geometries, overriding the file. */
  readonly coordinateSystem?: string | undefined;
}

export interface CutRecords {
  readonly records: number;
  readonly broken: BrokenRecords;
  readonly notes: readonly Explanation[];
  /** The codes that the table states for its columns. */
  readonly codes: readonly StatedCodes[];
}

const maxRecordBytes = 16 * 2 ** 20;
/** Maximum length of a text that is a table in a form other than a list of records: it is held in memory. */
const maxTableBytes = 128 * 2 ** 20;
/** Number of bytes reported of a line that is too long. */
const maxShownBytes = 1000;
/** If the beginning up to here has only broken records, the rest is not read. */
const hopelessBytes = 8 * 2 ** 20;

/**
 * Cuts a JSON text into records, one per line, as `recordMembers` describes them.
 * @throws {IngestError} if the text is not JSON, with the position in the user's file
 */
export async function cutRecords(options: CutOptions, onBytes: (bytes: number) => void): Promise<CutRecords> {
  let system = options.coordinateSystem;
  for (;;) {
    const geometry: GeometryReading = {
      project: system === undefined ? null : await projectionOf({ name: system }),
      beyond: false,
    };
    try {
      return await cutWith(options, geometry, system, onBytes);
    } catch (error) {
      // Only a text of which some was read can state this.
      if (error instanceof CoordinateSystemFound) system = error.name;
      else throw error instanceof JsonTextError ? await placedError(options.from, error) : error;
    }
  }
}

async function placedError(from: TextFile, { fault, line, lineStart, offset }: JsonTextError): Promise<IngestError> {
  const { column, excerpt } = await findPlace(from, lineStart, offset);
  const why = faultText(fault);
  const reason = explain('json-malformed-at', { why, line, column, excerpt: excerpt || '…' });
  return new IngestError(reason, [{ row: null, line, column: null, value: excerpt, reason: why }]);
}

function faultText(fault: JsonTextError['fault']): Explanation {
  return fault === 'nested-too-deep' ? explain(fault, { limit: maxJsonDepth }) : explain(fault);
}

async function cutWith(
  options: CutOptions,
  geometry: GeometryReading,
  system: string | undefined,
  onBytes: (bytes: number) => void,
): Promise<CutRecords> {
  const { layout, from, header } = options;
  const writer = await RecordWriter.open(
    { features: layout.features, esri: layout.esri !== undefined, header, geometry },
    options.to,
    options.brokenTo,
  );
  try {
    const reader = readerFor(options, writer, system);
    let read = 0;
    for await (const piece of readText(from)) {
      read += piece.length;
      reader.feed(piece);
      onBytes(read);
      await writer.flush();
      if (read > hopelessBytes && writer.good === 0 && writer.count > 0) break;
    }
    const hopeless = read > hopelessBytes && writer.good === 0 && writer.count > 0;
    if (!hopeless) reader.end();
    const broken = await writer.finish(hopeless);
    const notes = [...notesOf(options, writer, geometry, system), ...(reader.notes ?? [])];
    return { records: writer.good, broken, notes, codes: reader.codes ?? [] };
  } finally {
    await writer.close();
  }
}

function notesOf(
  { layout }: CutOptions,
  { others, beyond }: RecordWriter,
  { project }: GeometryReading,
  system: string | undefined,
): Explanation[] {
  const notes = [...layout.notes];
  if (project !== null && system !== undefined)
    notes.push(explain('column-reprojected', { column: 'geometry', system }));
  if (beyond.count > 0) notes.push(explain('geometry-beyond', { count: beyond.count, record: beyond.record }));
  if (others.length > 0) notes.push(explain('feature-members-left-out', { names: others.slice(0, 8).join(', ') }));
  return notes;
}

interface TextReader {
  /** What is known only at the end. */
  readonly notes?: readonly Explanation[];
  readonly codes?: readonly StatedCodes[];
  feed(piece: Buffer): void;
  end(): void;
}

function readerFor(options: CutOptions, writer: RecordWriter, system: string | undefined): TextReader {
  const { layout } = options;
  if (layout.kind === 'lines') return new LineReader(options, writer);
  if (layout.kind === 'table') return new TableReader(options, layout, writer);
  return new ValueReader(options, writer, system);
}

/** Reads one value per line; invalid ones are rejected individually. */
class LineReader implements TextReader {
  readonly #writer: RecordWriter;
  readonly #beginningOnly: boolean;
  #preamble: number;
  #rest: Buffer[] = [];
  #restBytes = 0;
  #line = 1;

  constructor({ layout, beginningOnly }: CutOptions, writer: RecordWriter) {
    this.#writer = writer;
    this.#beginningOnly = beginningOnly;
    this.#preamble = layout.preamble;
  }

  feed(piece: Buffer): void {
    let at = 0;
    for (let end = piece.indexOf(0x0a); end >= 0; end = piece.indexOf(0x0a, at)) {
      this.#take(piece.subarray(at, end));
      at = end + 1;
    }
    const rest = piece.subarray(at);
    this.#restBytes += rest.length;
    // The beginning of a line that is too long is kept for the report.
    if (rest.length > 0 && this.#restBytes <= maxRecordBytes + rest.length) this.#rest.push(Buffer.from(rest));
  }

  end(): void {
    if (this.#restBytes > 0 && !this.#beginningOnly) this.#take(Buffer.alloc(0));
  }

  #take(end: Buffer): void {
    const tooLong = this.#restBytes + end.length > maxRecordBytes;
    const whole = this.#rest.length === 0 ? end : Buffer.concat([...this.#rest, end]);
    this.#rest = [];
    this.#restBytes = 0;
    const line = this.#line;
    this.#line += 1;
    const skipped = Math.min(this.#preamble, whole.length);
    // The line end belongs to what was skipped.
    this.#preamble = Math.max(0, this.#preamble - whole.length - 1);
    const text = recordOf(whole.subarray(skipped));
    if (text.length === 0) return;
    const problem = tooLong ? explain('record-too-long') : problemOf(text);
    if (problem === null) this.#writer.take(text, line);
    else this.#writer.putAside(tooLong ? text.subarray(0, maxShownBytes) : text, line, problem);
  }
}

/** A line without surrounding spaces and the mark of a text sequence (RFC 8142). */
function recordOf(line: Buffer): Buffer {
  let start = 0;
  let end = line.length;
  while (start < end && (line[start] ?? 0) <= 0x20) start += 1;
  while (end > start && (line[end - 1] ?? 0) <= 0x20) end -= 1;
  return line.subarray(start, end);
}

const ignoredEvents = { onStart: () => {}, onEnd: () => {} };

function problemOf(text: Buffer): Explanation | null {
  const scanner = new JsonScanner({ watchDepth: -1 }, ignoredEvents);
  try {
    scanner.feed(text);
    scanner.end();
    return null;
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    const offset = error.fault === 'text-incomplete' ? text.length : error.offset;
    const { column, excerpt } = placeIn(text, Math.min(offset, text.length));
    return explain('json-malformed', { why: faultText(error.fault), column, excerpt: excerpt || '…' });
  }
}

const none: ReadonlySet<string> = new Set();
const collectionAsides: ReadonlySet<string> = new Set(['crs']);
const esriAsides: ReadonlySet<string> = new Set(['spatialReference', 'fields']);

/** Reads the items of a list, or concatenated values. */
class ValueReader implements TextReader {
  readonly #scanner: JsonScanner;
  readonly #writer: RecordWriter;
  readonly #options: CutOptions;
  readonly #system: string | undefined;
  readonly #path: readonly string[];
  /** Names of the members beside the records that matter. */
  readonly #asides: ReadonlySet<string>;
  readonly #depth: number;
  /** Names and positions that lead to the current value. */
  readonly #here: string[] = [];
  readonly #positions: number[] = [];
  #name = '';
  #inList = false;
  #found = false;
  #piece: Buffer = Buffer.alloc(0);
  #start = -1;
  #startLine = 1;
  #parts: Buffer[] = [];
  #bytes = 0;
  /** The member that is being read besides records, such as the coordinate system of a collection; empty for none. */
  #aside = '';

  constructor(options: CutOptions, writer: RecordWriter, system: string | undefined) {
    const { layout } = options;
    this.#options = options;
    this.#writer = writer;
    this.#system = system;
    const index = layout.kind === 'list' ? layout.index : undefined;
    this.#path = layout.kind === 'list' ? [...layout.path, ...(index === undefined ? [] : [String(index)])] : [];
    this.#depth = layout.kind === 'list' ? this.#path.length + 1 : 0;
    this.#asides = layout.features ? (layout.esri !== undefined ? esriAsides : collectionAsides) : none;
    const { preamble, trailer } = layout;
    this.#scanner = new JsonScanner(
      {
        watchDepth: Math.max(this.#depth, layout.features ? 1 : 0),
        several: layout.kind === 'values',
        preamble,
        trailer,
      },
      {
        onStart: (depth, kind, at) => this.#onStart(depth, kind, at),
        onEnd: (depth, _, end) => this.#onEnd(depth, end),
        onName: (_, name) => {
          this.#name = name;
        },
      },
    );
  }

  feed(piece: Buffer): void {
    this.#piece = piece;
    if (this.#bytes > 0) this.#start = 0;
    this.#scanner.feed(piece);
    if (this.#start >= 0) this.#keep(piece.subarray(this.#start));
    this.#start = -1;
  }

  end(): void {
    if (this.#options.beginningOnly) return;
    // A number at the very end is only complete here.
    this.#piece = Buffer.alloc(0);
    if (this.#bytes > 0) this.#start = 0;
    this.#scanner.end();
    if (!this.#found && this.#path.length > 0) {
      throw new IngestError(explain('json-no-member', { name: this.#path.join('/') }));
    }
  }

  #onStart(depth: number, kind: string, at: number): void {
    if (depth > 0) {
      this.#positions[depth] = (this.#positions[depth] ?? -1) + 1;
      this.#here[depth - 1] = this.#isListAt(depth - 1) ? String(this.#positions[depth]) : this.#name;
    }
    this.#kinds[depth] = kind;
    this.#positions[depth + 1] = -1;
    const aside = depth === 1 && this.#kinds[0] === 'object' && this.#asides.has(this.#name) ? this.#name : '';
    if (depth === this.#depth - 1 && kind === 'list' && this.#path.every((name, level) => this.#here[level] === name)) {
      this.#inList = true;
      this.#found = true;
    }
    if (aside === '' && (depth !== this.#depth || (this.#depth > 0 && !this.#inList))) return;
    if (this.#depth === 0 && aside !== '') return;
    this.#aside = aside;
    this.#start = at;
    this.#startLine = this.#scanner.line;
    this.#bytes = 1;
  }

  readonly #kinds: string[] = [];

  #isListAt(depth: number): boolean {
    return this.#kinds[depth] === 'list';
  }

  #onEnd(depth: number, end: number): void {
    if (depth === this.#depth - 1) this.#inList = false;
    if (this.#start < 0 || depth !== (this.#aside === '' ? this.#depth : 1)) return;
    const last = this.#piece.subarray(this.#start, end);
    const record = this.#parts.length === 0 ? last : Buffer.concat([...this.#parts, last]);
    this.#parts = [];
    this.#bytes = 0;
    this.#start = -1;
    if (this.#aside === '') this.#writer.take(record, this.#startLine);
    else this.#takeAside(record.toString('utf8'));
  }

  #takeAside(text: string): void {
    const name = this.#aside;
    this.#aside = '';
    if (name === 'fields') {
      this.#writer.dates = esriDates(text);
      return;
    }
    const found = name === 'crs' ? coordinateSystemOf(text) : esriCoordinateSystem(text);
    if (found !== null && this.#options.coordinateSystem === undefined && found !== this.#system) {
      throw new CoordinateSystemFound(found);
    }
  }

  #keep(part: Buffer): void {
    this.#parts.push(Buffer.from(part));
    this.#bytes += part.length;
    if (this.#bytes <= maxRecordBytes) return;
    throw new JsonTextError('record-too-long', { offset: 0, line: this.#startLine, lineStart: 0 });
  }
}

class TableReader implements TextReader {
  readonly notes: Explanation[] = [];
  codes: readonly StatedCodes[] = [];
  readonly #scanner: JsonScanner;
  readonly #writer: RecordWriter;
  readonly #layout: Extract<JsonLayout, { kind: 'table' }>;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(_: CutOptions, layout: Extract<JsonLayout, { kind: 'table' }>, writer: RecordWriter) {
    this.#layout = layout;
    this.#writer = writer;
    const { preamble, trailer } = layout;
    this.#scanner = new JsonScanner({ watchDepth: -1, preamble, trailer }, ignoredEvents);
  }

  feed(piece: Buffer): void {
    this.#scanner.feed(piece);
    this.#bytes += piece.length;
    if (this.#bytes > maxTableBytes)
      throw new IngestError(explain('json-table-too-large', { limit: maxTableBytes / 2 ** 20 }));
    this.#parts.push(piece);
  }

  end(): void {
    this.#scanner.end();
    const { preamble, path, shape } = this.#layout;
    const text = recordOf(Buffer.concat(this.#parts).subarray(preamble));
    if (shape !== 'topology') {
      for (const record of tableRecords(text, path, shape)) this.#writer.take(record, 1);
      if (shape === 'statistics') this.codes = codesOfStatistics(text, path);
      return;
    }
    const { name, others, features } = topologyFeatures(text, path.at(-1) ?? null);
    for (const record of features) this.#writer.take(record, 1);
    if (others.length > 0)
      this.notes.push(explain('json-records-of-beside', { name: `objects/${name}`, others: shortList(others) }));
  }
}
