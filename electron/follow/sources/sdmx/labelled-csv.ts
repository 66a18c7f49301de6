import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { type Stringifier, stringify } from 'csv-stringify';
import { unusedName } from '#shared/text/unused-name.ts';
import type { Component } from './structure.ts';

export interface LabelledCsv {
  readonly columns: readonly {
    readonly name: string;
    readonly component: Component | null;
    readonly isLabel: boolean;
  }[];
  readonly rows: number;
}

/** Columns that say the same in each row, or differ at each export. */
const technical = new Set(['DATAFLOW', 'STRUCTURE', 'STRUCTURE_ID', 'STRUCTURE_NAME', 'ACTION', 'LAST UPDATE']);

interface Layout {
  readonly columns: LabelledCsv['columns'];
  /** Position in the record for each column. */
  readonly from: readonly number[];
}

/** The id in a header, which is `ID: Name` with `labels=both`. */
function idOf(header: string): string {
  return (
    header
      .replace(/^\uFEFF/, '')
      .split(':')[0]
      ?.trim() ?? ''
  );
}

function layoutOf(header: readonly string[], components: readonly Component[]): Layout | null {
  const byId = new Map(components.map((component) => [component.id.toUpperCase(), component]));
  const ids = header.map(idOf);
  const upper = new Set(ids.map((id) => id.toUpperCase()));
  const needed = components.filter(({ kind }) => kind === 'dimension' || kind === 'time');
  if (needed.some(({ id }) => !upper.has(id.toUpperCase()))) return null;
  const taken = new Set(ids);
  const all = ids.flatMap((name, at) => {
    if (technical.has(name.toUpperCase())) return [];
    const component = byId.get(name.toUpperCase()) ?? null;
    const own = { column: { name, component, isLabel: false }, at };
    if (component === null || component.codes.size === 0) return [own];
    const label = unusedName(`${name}_label`, taken);
    return [own, { column: { name: label, component, isLabel: true }, at }];
  });
  return { columns: all.map(({ column }) => column), from: all.map(({ at }) => at) };
}

/** A code as it stands, or before its name with `labels=both`. */
function codeOf(value: string, codes: Component['codes']): string {
  if (codes.size === 0 || codes.has(value)) return value;
  const before = value.slice(0, Math.max(value.indexOf(': '), 0));
  return codes.has(before) ? before : value;
}

/**
 * Writes SDMX-CSV anew with a column of labels beside each column of codes, and without technical columns.
 * @returns null if a dimension has no column
 * @throws if a record has another number of values than the header
 */
export async function labelCsv(
  source: string,
  target: string,
  components: readonly Component[],
): Promise<LabelledCsv | null> {
  let layout: Layout | null = null;
  let rows = 0;
  async function* labelled(records: AsyncIterable<string[]>): AsyncGenerator<readonly string[]> {
    let isFirst = true;
    for await (const record of records) {
      if (isFirst) {
        isFirst = false;
        layout = layoutOf(record, components);
        if (layout !== null) yield layout.columns.map(({ name }) => name);
        continue;
      }
      const known: Layout | null = layout;
      // The rest is read nevertheless: an early end would be an error of its own.
      if (known === null) continue;
      rows += 1;
      yield known.columns.map(({ component, isLabel }, index) => {
        const value = record[known.from[index] ?? 0] ?? '';
        if (component === null) return value;
        const code = codeOf(value, component.codes);
        return isLabel ? (component.codes.get(code) ?? '') : code;
      });
    }
  }
  const parser = parse({ bom: true, skip_empty_lines: true });
  const writer: Stringifier = stringify({ escape_formulas: false });
  await pipeline(
    createReadStream(source),
    parser,
    labelled as (records: AsyncIterable<string[]>) => AsyncGenerator<readonly string[]>,
    writer,
    createWriteStream(target, { flags: 'wx' }),
  );
  const done = layout as Layout | null;
  return done === null ? null : { columns: done.columns, rows };
}
