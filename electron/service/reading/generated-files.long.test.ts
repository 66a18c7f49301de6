import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caseCount, seed } from '../../lib/testing/tier.ts';
import { openTestStore, type TestStore } from '../rows/testing/test-store.ts';

/** Generated tables in the many forms of JSON, and in texts with titles, notes, units and other tables around them. */
const runs = { numRuns: caseCount(2, 15), seed };
const timeoutMs = 30 * 60_000;

let store: TestStore;
let number = 0;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

interface Outcome {
  readonly rows: readonly unknown[];
  readonly notes: readonly string[];
  readonly unitsRows: number;
  readonly leftOut: readonly string[];
}

/** Publishes a file as a user does, with the options that the preview proposes. */
async function publish(name: string, text: string | Uint8Array): Promise<Outcome> {
  number += 1;
  const path = await store.file(`${number}-${name}`, text);
  const preview = await store.rows.preview({ path }, 'show', store.folder);
  const version = await store.rows.ingest(`generated-${number}`, preview.plan, {}, {});
  return {
    rows: await store.page(version),
    notes: version.conversions.map(({ code }) => code),
    unitsRows: preview.unitsRows,
    leftOut: preview.leftOut.map(({ text: line }) => line),
  };
}

const names = ['town', 'people', 'area', 'région', 'Name', 'geo_code', 'änderung', 'share'];
const cells = {
  integer: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  float: fc.integer({ min: -100_000, max: 100_000 }).map((value) => value + 0.5),
  text: fc.constantFrom('Ulm', 'Zürich', 'a b', "O'Brien", 'Łódź', '東京', 'x, y', 'he said "no"', '1a', '[x]', '{y}'),
};

type Kind = keyof typeof cells;
type Row = Readonly<Record<string, string | number>>;

/** A table of some columns, at least one of texts and one of numbers. */
const tables = fc
  .record({
    chosen: fc.subarray(names, { minLength: 2, maxLength: 6 }),
    kinds: fc.array(fc.constantFrom<Kind>('integer', 'float', 'text'), { minLength: 6, maxLength: 6 }),
    count: fc.integer({ min: 3, max: 12 }),
  })
  .chain(({ chosen, kinds, count }) => {
    const kindAt = (at: number) => (at === 0 ? 'text' : at === 1 ? 'integer' : (kinds[at] ?? 'text'));
    const row = fc.record(Object.fromEntries(chosen.map((name, at) => [name, cells[kindAt(at)]])));
    return fc.array(row as fc.Arbitrary<Row>, { minLength: count, maxLength: count });
  });

describe('JSON', () => {
  type Form = (rows: readonly Row[], write: (value: unknown) => string) => string;
  const columnsOf = (rows: readonly Row[]) =>
    Object.fromEntries(Object.keys(rows[0] ?? {}).map((name) => [name, rows.map((row) => row[name])]));
  const forms: Readonly<Record<string, Form>> = {
    list: (rows, write) => write(rows),
    sortedKeys: (rows, write) => write(rows),
    inData: (rows, write) => write({ data: rows }),
    inDataBesideOthers: (rows, write) => write({ count: rows.length, next: null, data: rows, meta: { page: 1 } }),
    twoLevelsDown: (rows, write) => write({ status: 'ok', result: { total: 3, records: rows } }),
    lines: (rows) => rows.map((row) => JSON.stringify(row)).join('\n'),
    sequence: (rows) => rows.map((row) => `\u001e${JSON.stringify(row)}\n`).join(''),
    severalTexts: (rows, write) => rows.map(write).join('\n'),
    textsBesideEachOther: (rows) => rows.map((row) => JSON.stringify(row)).join(' '),
    call: (rows, write) => `callback(${write(rows)});`,
    callOfMember: (rows, write) => `/**/ window.app.load(${write({ data: rows })})`,
    comment: (rows, write) => `/* exported, [1] */\n${write(rows)}`,
    lineComments: (rows, write) => `// exported\n// {again}\n${write(rows)}`,
    variable: (rows, write) => `const data = ${write(rows)};`,
    columns: (rows, write) => write(columnsOf(rows)),
    arrays: (rows, write) => write([Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]),
    split: (rows, write) => write({ columns: Object.keys(rows[0] ?? {}), data: rows.map((row) => Object.values(row)) }),
  };
  const encodings: Readonly<Record<string, (text: string) => Uint8Array>> = {
    plain: (text) => Buffer.from(text, 'utf8'),
    mark: (text) => Buffer.from(`\ufeff${text}`, 'utf8'),
    utf16le: (text) => iconv.encode(text, 'utf-16le', { addBOM: true }),
    utf16be: (text) => iconv.encode(text, 'utf-16be', { addBOM: true }),
    gzip: (text) => gzipSync(text),
  };
  const cases = fc.record({
    rows: tables,
    encoding: fc.constantFrom(...Object.keys(encodings)),
    extension: fc.constantFrom('json', 'csv', 'txt', 'ndjson', 'data'),
    indent: fc.constantFrom(0, 2, '\t'),
    newline: fc.constantFrom('\n', '\r\n'),
  });

  it.each(Object.entries(forms))(
    'as %s is read correctly, however it is written and named',
    async (name, form) => {
      await fc.assert(
        fc.asyncProperty(cases, async ({ rows, encoding, extension, indent, newline }) => {
          const sorted = (row: Row): Row =>
            name === 'sortedKeys' ? Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))) : row;
          const write = (value: unknown) => JSON.stringify(value, null, indent);
          const text = form(rows.map(sorted), write).replaceAll('\n', newline);
          const bytes = encodings[encoding]?.(text) ?? new Uint8Array();
          const { rows: stored } = await publish(`t.${extension}${encoding === 'gzip' ? '.gz' : ''}`, bytes);
          expect(stored).toEqual(rows);
        }),
        { ...runs, numRuns: Math.ceil(runs.numRuns / 5) },
      );
    },
    timeoutMs,
  );

  it(
    'of bare values is refused with the reason',
    async () => {
      const values = fc.oneof(fc.array(cells.integer, { minLength: 2 }), fc.array(cells.text, { minLength: 2 }));
      await fc.assert(
        fc.asyncProperty(values, fc.boolean(), async (list, isLines) => {
          const text = isLines ? list.map((value) => JSON.stringify(value)).join('\n') : JSON.stringify(list);
          await expect(publish('bare.json', text)).rejects.toThrow(/not an object/);
        }),
        { ...runs, numRuns: Math.ceil(runs.numRuns / 3) },
      );
    },
    timeoutMs,
  );

  it(
    'of features with keys in any order yields their properties and geometries',
    async () => {
      await fc.assert(
        fc.asyncProperty(tables, fc.boolean(), fc.boolean(), async (rows, isSorted, isWrapped) => {
          const order = (value: Readonly<Record<string, unknown>>) =>
            isSorted ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
          const features = rows.map((properties, at) =>
            order({ type: 'Feature', properties, geometry: order({ type: 'Point', coordinates: [at, at / 2] }) }),
          );
          const text = JSON.stringify(order({ type: 'FeatureCollection', name: 'x', features }));
          const { rows: stored } = await publish('f.json', isWrapped ? `cb(${text})` : text);
          expect(stored).toEqual(
            rows.map((row, at) => ({ ...row, geometry: { type: 'Point', coordinates: [at, at / 2] } })),
          );
        }),
        { ...runs, numRuns: Math.ceil(runs.numRuns / 3) },
      );
    },
    timeoutMs,
  );
});

describe('a delimited text', () => {
  const signs = [',', ';', '\t', '|'] as const;
  const quoted = (text: string, sign: string) =>
    text.includes(sign) || /["\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  /** A decimal point or a decimal comma, whichever most files with the delimiter use. */
  const written = (value: string | number, sign: string) =>
    quoted(typeof value === 'number' && sign === ';' ? String(value).replace('.', ',') : String(value), sign);
  const linesOf = (rows: readonly Row[], sign: string) => [
    Object.keys(rows[0] ?? {})
      .map((name) => quoted(name, sign))
      .join(sign),
    ...rows.map((row) =>
      Object.values(row)
        .map((value) => written(value, sign))
        .join(sign),
    ),
  ];
  const titles = ['Population by town', 'Source: Statistical Office', 'Stand: 31.12.2020', 'Tableau 3', 'as of 2021'];
  const footers = [
    'Source: own survey',
    '* provisional',
    '© Statistical Office 2021',
    'Quelle: Destatis',
    '(1) estimated',
  ];
  const cases = fc.record({
    // In a table of three columns or more, a line without any delimiter is not a record.
    rows: tables.filter((rows) => rows.length > 3 && Object.keys(rows[0] ?? {}).length > 2),
    sign: fc.constantFrom(...signs),
    newline: fc.constantFrom('\n', '\r\n'),
    above: fc.subarray(titles, { maxLength: 3 }),
    gapAbove: fc.boolean(),
    below: fc.subarray(footers, { maxLength: 3 }),
    gapBelow: fc.boolean(),
    declared: fc.boolean(),
    mark: fc.boolean(),
  });

  it(
    'keeps its records whatever titles and notes surround them, and shows these as omitted',
    async () => {
      await fc.assert(
        fc.asyncProperty(cases, async (made) => {
          const { rows, sign, newline, above, gapAbove, below, gapBelow, declared, mark } = made;
          const lines = [
            ...(declared && above.length === 0 ? [`sep=${sign}`] : []),
            ...above,
            ...(gapAbove && above.length > 0 ? [''] : []),
            ...linesOf(rows, sign),
            ...(gapBelow ? [''] : []),
            ...below,
          ];
          const text = `${mark ? '\ufeff' : ''}${lines.join(newline)}${newline}`;
          const { rows: stored, leftOut } = await publish('around.csv', text);
          expect(stored).toEqual(rows);
          for (const line of [...above, ...below]) expect(leftOut).toContain(line);
        }),
        runs,
      );
    },
    timeoutMs,
  );

  it(
    'with comments of any kind keeps its records',
    async () => {
      await fc.assert(
        fc.asyncProperty(cases, fc.constantFrom('#', '//', '%', '!'), async ({ rows, sign, newline, above }, start) => {
          const [header = '', ...records] = linesOf(rows, sign);
          const lines = [...above.map((line) => `${start} ${line}`), header, ...records];
          const { rows: stored } = await publish('comments.csv', lines.join(newline));
          expect(stored).toEqual(rows);
        }),
        runs,
      );
    },
    timeoutMs,
  );

  it(
    'gets a note about another table below or beside its own',
    async () => {
      await fc.assert(
        fc.asyncProperty(cases, tables, fc.boolean(), async ({ rows, sign, newline }, others, isBeside) => {
          const [first, second] = [linesOf(rows, sign), linesOf(others.slice(0, rows.length), sign)];
          const width = Object.keys(rows[0] ?? {}).length;
          const beside = first.map((line, at) => `${line}${sign}${sign}${second[at] ?? ''}`);
          const padded = second.map((line) => {
            const missing = width - Object.keys(others[0] ?? {}).length;
            return missing > 0 ? line + sign.repeat(missing) : line;
          });
          const lines = isBeside ? beside : [...first, '', ...padded];
          const outcome = await publish('two.csv', lines.join(newline) + newline).catch((error: Error) => error);
          // Refused with the line, noted, or raised as a question: never stored silently.
          if (outcome instanceof Error) expect(outcome.message).toMatch(/line \d+/);
          else expect(outcome.notes).toContain(isBeside ? 'table-beside' : 'table-below');
        }),
        runs,
      );
    },
    timeoutMs,
  );

  it(
    'with a row of units has it recognised',
    async () => {
      const units = fc.constantFrom('km²', '%', 'EUR', '1000 t', '[m]', 'persons');
      await fc.assert(
        fc.asyncProperty(cases, fc.array(units, { minLength: 6, maxLength: 6 }), async ({ rows, sign }, chosen) => {
          const [header = '', ...records] = linesOf(rows, sign);
          const cellsOf = Object.values(rows[0] ?? {}).map((value, at) =>
            typeof value === 'number' ? chosen[at] : '',
          );
          const text = [header, cellsOf.join(sign), ...records].join('\n');
          expect((await publish('units.csv', `${text}\n`)).unitsRows).toBe(1);
          expect((await publish('plain.csv', `${[header, ...records].join('\n')}\n`)).unitsRows).toBe(0);
        }),
        runs,
      );
    },
    timeoutMs,
  );
});
