import { isUtf8 } from 'node:buffer';
import { englishText } from '#shared/english/english-text.ts';
import { ExplainedError, reasonOf } from '#shared/english/explained-error.ts';
import { type Explanation, explain } from '#shared/failures.ts';
import type { BadValue } from '#shared/rpc/backend-failure.ts';
import { type BrokenRecords, shownBrokenRecords } from '../delimited/normalise-text.ts';
import { GatheredFile } from '../file-bytes.ts';
import { exactNumbers } from './exact-numbers.ts';
import { esriGeometry, withIsoDates } from './geometry/esri-features.ts';
import { type GeometryReading, toWellKnownBinary } from './geometry/well-known-binary.ts';
import { listItems, objectMembers } from './raw-values.ts';
import { recordText } from './table-records.ts';

/**
 * A record as passed to the engine, one per line: `l` is the line of the user's file on which it begins, `r` its
 * number, both from 1; `p` has the members that become columns. For a feature `g` is the geometry as WKB in hexadecimal
 * and `i` the id.
 */
export const recordMembers = { line: 'l', record: 'r', properties: 'p', geometry: 'g', id: 'i' } as const;

/** A line for a record with the JSON of its members. @param line and `record` from 1 */
export function placedRecord(line: number, record: number, properties: string): string {
  return `{"${recordMembers.line}":${line},"${recordMembers.record}":${record},"${recordMembers.properties}":${properties}}\n`;
}

/** The same for a feature. @param geometry as WKB in hexadecimal */
export function placedFeature(record: number, geometry: string | null, properties: string): string {
  const { line, record: number, geometry: g, id, properties: p } = recordMembers;
  return `{"${line}":${record},"${number}":${record},"${g}":${JSON.stringify(geometry)},"${id}":null,"${p}":${properties}}\n`;
}

const newline = 0x0a;
const carriageReturn = 0x0d;

interface RecordOptions {
  readonly features: boolean;
  /** Whether the records are features of Esri's. */
  readonly esri: boolean;
  /** Whether the first list among the records names the columns; undefined to detect it. */
  readonly header: boolean | undefined;
  readonly geometry: GeometryReading;
}

/** The members of a line after those of its position, without the closing brace. */
interface RecordText {
  readonly before: string;
  readonly body: Buffer;
}

const propertiesBefore = `"${recordMembers.properties}":`;
const lineEnd = Buffer.from('}\n');

/** The problem of a record that could otherwise be read. */
class UnfitRecord extends ExplainedError {}

/** Converts records to lines, and rejects values that are not records. */
export class RecordWriter {
  readonly #options: RecordOptions;
  readonly #records: GatheredFile;
  readonly #broken: GatheredFile;
  readonly #first: BadValue[] = [];
  readonly #others = new Set<string>();
  #good = 0;
  #count = 0;
  #number = 0;
  /** Names of the columns if records are lists. */
  #names: string[] | null = null;
  /** Names of the attributes of Esri's features that are dates. */
  dates: ReadonlySet<string> = new Set();
  #beyond: { count: number; record: number } = { count: 0, record: 0 };

  private constructor(options: RecordOptions, records: GatheredFile, broken: GatheredFile) {
    this.#options = options;
    this.#records = records;
    this.#broken = broken;
    broken.write('record,line,column,problem,text\n');
  }

  static async open(options: RecordOptions, path: string, brokenPath: string): Promise<RecordWriter> {
    const records = await GatheredFile.create(path);
    try {
      return new RecordWriter(options, records, await GatheredFile.create(brokenPath));
    } catch (error) {
      await records.close();
      throw error;
    }
  }

  get good(): number {
    return this.#good;
  }

  get count(): number {
    return this.#count;
  }

  /** Names of feature members that have no column. */
  get others(): readonly string[] {
    return [...this.#others];
  }

  /** Number of geometries with positions that are not degrees. */
  get beyond(): { readonly count: number; readonly record: number } {
    return this.#beyond;
  }

  /** Adds a record of well-formed JSON, without surrounding spaces; its line ends are overwritten. */
  take(record: Buffer, line: number): void {
    try {
      if (!isUtf8(record)) throw new UnfitRecord(explain('json-not-utf8'));
      const text = this.#textOf(record);
      if (text === null) return;
      this.#number += 1;
      this.#good += 1;
      const head = `{"${recordMembers.line}":${line},"${recordMembers.record}":${this.#number},${text.before}`;
      for (const piece of [Buffer.from(head), text.body, lineEnd]) this.#records.write(piece);
    } catch (error) {
      if (!(error instanceof UnfitRecord)) throw error;
      this.putAside(record, line, error.reason);
    }
  }

  /** Rejects what is not a record. */
  putAside(record: Buffer, line: number, reason: Explanation): void {
    this.#number += 1;
    this.#count += 1;
    const value = record.toString('utf8').trim();
    if (this.#first.length < shownBrokenRecords) {
      this.#first.push({ row: this.#number, line, column: null, value: value.slice(0, 1000), reason });
    }
    const cells = [this.#number, line, '""', quoted(englishText(reason)), quoted(value)];
    this.#broken.write(Buffer.from(`${cells.join(',')}\n`));
  }

  /** Writes what has gathered, if it is large. */
  async flush(least?: number): Promise<void> {
    await this.#records.flush(least);
    await this.#broken.flush(least);
  }

  async finish(hopeless: boolean): Promise<BrokenRecords> {
    await this.flush(0);
    return { count: this.#count, first: this.#first, hopeless };
  }

  async close(): Promise<void> {
    await this.#records.close();
    await this.#broken.close();
  }

  /** The members of the line that is written for a record; null if it names the columns. */
  #textOf(record: Buffer): RecordText | null {
    const first = record[0];
    if (first === 0x5b && !this.#options.features) return this.#rowText(record);
    if (first !== 0x7b && record.toString('latin1').trim() !== 'null') throw new UnfitRecord(explain('no-object'));
    if (this.#options.features) return this.#featureText(record);
    if (this.#names !== null && first === 0x7b) throw new UnfitRecord(explain('no-list'));
    return { before: propertiesBefore, body: bodyOf(record) };
  }

  #rowText(record: Buffer): RecordText | null {
    const items = listItems(record);
    if (this.#names === null) {
      if (this.#good + this.#count > 0) throw new UnfitRecord(explain('no-object'));
      const texts = items.map((item) => (item[0] === 0x22 ? String(JSON.parse(item.toString('utf8'))) : null));
      const looksLike = texts.length > 0 && texts.every((text) => text !== null && text.trim() !== '');
      const isHeader = this.#options.header ?? (looksLike && new Set(texts).size === texts.length);
      if (!isHeader && !items.some((item) => item[0] !== 0x7b && item[0] !== 0x5b))
        throw new UnfitRecord(explain('no-object'));
      if (!isHeader && items.length === 0) throw new UnfitRecord(explain('no-object'));
      this.#names = items.map((item, at) => (isHeader ? headerText(item) : '') || `column${at + 1}`);
      if (isHeader) return null;
    }
    for (let at = this.#names.length; at < items.length; at += 1) this.#names.push(`column${at + 1}`);
    const text = recordText(uniqueKeys(this.#names), items);
    return { before: propertiesBefore, body: bodyOf(text) };
  }

  #featureText(record: Buffer): RecordText {
    const members = objectMembers(record);
    const part = (name: string) => {
      const span = members.get(name);
      return span === undefined ? Buffer.from('null') : record.subarray(...span);
    };
    const isBare = members.has('coordinates') || members.has('geometries');
    const geometry = isBare ? record : part('geometry');
    const { esri } = this.#options;
    const properties = isBare ? Buffer.from('null') : part(esri ? 'attributes' : 'properties');
    const kind = properties[0];
    if (!isBare && kind !== 0x7b && properties.toString('latin1') !== 'null')
      throw new UnfitRecord(explain('feature-properties'));
    const parts = esri ? esriFeatureParts : featureParts;
    if (!isBare) for (const name of members.keys()) if (!parts.has(name)) this.#noteOther(name);
    const id = flattened(Buffer.from(isBare ? 'null' : part('id'))).toString('utf8');
    return {
      before: `"${recordMembers.geometry}":${this.#geometryText(geometry)},"${recordMembers.id}":${id},${propertiesBefore}`,
      body: bodyOf(esri ? withIsoDates(Buffer.from(properties), this.dates) : Buffer.from(properties)),
    };
  }

  #noteOther(name: string): void {
    if (this.#others.size < 50) this.#others.add(name);
  }

  #geometryText(geometry: Buffer): string {
    const text = geometry.toString('utf8').trim();
    const { geometry: reading, esri } = this.#options;
    reading.beyond = false;
    try {
      const value: unknown = esri ? esriGeometry(text) : JSON.parse(text);
      if (value === null) return 'null';
      const binary = toWellKnownBinary(value, reading).toString('hex');
      if (reading.beyond) {
        this.#beyond.count += 1;
        if (this.#beyond.count === 1) this.#beyond.record = this.#number + 1;
      }
      return `"${binary}"`;
    } catch (error) {
      throw new UnfitRecord(explain('geometry-unread', { why: reasonOf(error) }));
    }
  }
}

const featureParts: ReadonlySet<string> = new Set(['type', 'geometry', 'properties', 'id', 'bbox']);
const esriFeatureParts: ReadonlySet<string> = new Set(['geometry', 'attributes']);

function headerText(item: Buffer): string {
  const text = item.toString('utf8');
  if (text === 'null') return '';
  return item[0] === 0x22 ? String(JSON.parse(text)) : text;
}

/** Unique names: an object has each once. */
function uniqueKeys(names: readonly string[]): string[] {
  const taken = new Set(names);
  const seen = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let number = 2; seen.has(unique) || (unique !== name && taken.has(unique)); number += 1)
      unique = `${name}_${number}`;
    seen.add(unique);
    return unique;
  });
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function bodyOf(record: Buffer): Buffer {
  return exactNumbers(flattened(record));
}

/** Line ends can only be between the tokens of a record: strings have them escaped. */
function flattened(record: Buffer): Buffer {
  for (const byte of [newline, carriageReturn]) {
    for (let at = record.indexOf(byte); at >= 0; at = record.indexOf(byte, at + 1)) record[at] = 0x20;
  }
  return record;
}
