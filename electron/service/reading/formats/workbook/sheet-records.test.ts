import { describe, expect, test } from 'vitest';
import { englishText } from '#shared/english/english-text.ts';
import type { MergedCells, SheetCell, SheetRow } from './sheet.ts';
import { type RecordsRequest, SheetRecords } from './sheet-records.ts';

function cellOf(text: string): SheetCell {
  if (text === '') return null;
  if (text === '_') return { kind: 'text', text: ' ' };
  return { kind: /^-?\d+(\.\d+)?$/.test(text) ? 'number' : 'text', text };
}

/** The rows of a sheet, each with its cells between bars; null for a row that the file does not have. */
function sheet(lines: readonly (string | null)[], from = 1): SheetRow[] {
  return lines.flatMap((line, at) =>
    line === null ? [] : [{ number: at + from, cells: line === '' ? [] : line.split('|').map(cellOf) }],
  );
}

interface Options extends RecordsRequest {
  /** How many rows are given at a time. */
  readonly atATime?: number;
}

function read(lines: readonly (string | null)[], { atATime, ...request }: Options = {}) {
  const maker = new SheetRecords(request);
  const rows = sheet(lines);
  const records: string[] = [];
  const step = atATime ?? Math.max(1, rows.length);
  for (let at = 0; at < rows.length; at += step) records.push(...maker.take(rows.slice(at, at + step)));
  records.push(...maker.end());
  return {
    records: records.map(bare),
    names: maker.names,
    notes: maker.notes.map(({ code, values }): readonly [string, unknown] => [code, values]),
    lines: maker.lines,
    leftOut: maker.leftOut.map(({ line, text, why }) => `${line} ${why}: ${text}`),
  };
}

/** A record without its row and its number. */
function bare(record: string): string {
  return record.trimEnd().replace(/^\{"l":\d+,"r":\d+,"p":(.*)\}$/, '$1');
}

const towns = ['town|people', 'Ulm|5', 'Bonn|6', 'Kiel|7'];
const townRecords = ['{"town":"Ulm","people":5}', '{"town":"Bonn","people":6}', '{"town":"Kiel","people":7}'];

describe('records of a sheet', () => {
  test('are named by the header', () => {
    expect(read(towns)).toEqual({
      records: townRecords,
      names: ['town', 'people'],
      notes: [],
      lines: [2, 3, 4],
      leftOut: [],
    });
  });

  test('have their row and their number, and end with a line feed each', () => {
    const maker = new SheetRecords({});
    expect(maker.take(sheet(towns))).toEqual([]);
    expect(maker.end()).toEqual(townRecords.map((record, at) => `{"l":${at + 2},"r":${at + 1},"p":${record}}\n`));
  });

  test('are the same however many rows arrive at a time', () => {
    const many = ['town|people', ...Array.from({ length: 450 }, (_, at) => `T${at}|${at}`), '', 'Source: office'];
    const whole = read(many);
    expect(whole.records).toHaveLength(450);
    for (const atATime of [1, 7, 199, 200, 201]) expect(read(many, { atATime })).toEqual(whole);
  });

  test('are given as soon as enough rows are known', () => {
    const maker = new SheetRecords({});
    const rows = sheet(['town|people', ...Array.from({ length: 300 }, (_, at) => `T${at}|${at}`)]);
    expect(maker.names).toEqual([]);
    expect(maker.take(rows.slice(0, 199))).toEqual([]);
    expect(maker.names).toEqual([]);
    expect(maker.take(rows.slice(199, 200))).toHaveLength(199);
    expect(maker.names).toEqual(['town', 'people']);
    expect(maker.take(rows.slice(200, 202))).toEqual([
      '{"l":201,"r":200,"p":{"town":"T199","people":199}}\n',
      '{"l":202,"r":201,"p":{"town":"T200","people":200}}\n',
    ]);
    expect(maker.end()).toEqual([]);
  });

  test('have columns named by number without a header', () => {
    const { records, names } = read(['1|2', '3|4'], { header: false });
    expect(records).toEqual(['{"column1":1,"column2":2}', '{"column1":3,"column2":4}']);
    expect(names).toEqual(['column1', 'column2']);
  });

  test('have unique names, and some for those that are missing', () => {
    const { records } = read(['a|a||b', '1|2|3|4'], { header: true });
    expect(records).toEqual(['{"a":1,"a_2":2,"column3":3,"b":4}']);
  });

  test('have a column more where a row is wider than the header', () => {
    const { records, names } = read(['a|b', '1|2', '3|4||5', '6|7'], { header: true });
    expect(records).toEqual([
      '{"a":1,"b":2}',
      '{"a":3,"b":4,"column3":null,"column4":5}',
      '{"a":6,"b":7,"column3":null,"column4":null}',
    ]);
    expect(names).toEqual(['a', 'b', 'column3', 'column4']);
  });

  test('have no columns for those that are empty on the left', () => {
    const { records, names } = read(['|town|people', '|Ulm|5', '|Bonn|6']);
    expect(records).toEqual(['{"town":"Ulm","people":5}', '{"town":"Bonn","people":6}']);
    expect(names).toEqual(['town', 'people']);
  });

  test('are none where neither the header nor the first rows have anything', () => {
    const rows = ['a||2020|_|2021', ...Array.from({ length: 210 }, (_, at) => `T${at}||1|_|2`), 'x|y|1|z|2'];
    const { records, names, notes } = read(rows, { header: true, atATime: 201 });
    expect([names, notes]).toEqual([['a', '2020', '2021'], []]);
    expect(records[0]).toBe('{"a":"T0","2020":1,"2021":2}');
    expect(records.at(-1)).toBe('{"a":"x","column2":"y","2020":1,"column4":"z","2021":2}');
  });

  test('have what is found left of the table later all the same', () => {
    const first = ['|town|people', ...Array.from({ length: 220 }, (_, at) => `|T${at}|${at}`)];
    const { records } = read([...first, 'x|Bonn|6'], { atATime: 201 });
    expect(records[0]).toBe('{"town":"T0","people":0}');
    expect(records.at(-1)).toBe('{"column1":"x","town":"Bonn","people":6}');
  });

  test('omit cells without a value only beyond the width that fits', () => {
    const wide = (width: number) => {
      const header = ['A', ...Array.from({ length: width - 2 }, (_, at) => `c${at}`), 'Z'].join('|');
      return read([header, `1${'|'.repeat(width - 1)}2`, '3'], { header: true });
    };
    expect(JSON.parse(wide(256).records[1] ?? '')).toHaveProperty('Z', null);
    const [first = '', second = ''] = wide(257).records;
    expect(Object.keys(JSON.parse(first))).toHaveLength(257);
    expect(second).toBe('{"A":3}');
  });

  test('keep texts as they are, and numbers with all their digits', () => {
    const rows: SheetRow[] = [
      {
        number: 1,
        cells: [
          { kind: 'text', text: 'name' },
          { kind: 'text', text: 'value' },
        ],
      },
      {
        number: 2,
        cells: [
          { kind: 'text', text: '"a"\n' },
          { kind: 'number', text: '12345678901234567890' },
        ],
      },
      { number: 3, cells: [{ kind: 'text', text: '' }, null] },
      {
        number: 4,
        cells: [
          { kind: 'text', text: '007' },
          { kind: 'number', text: '1.50' },
        ],
      },
    ];
    const maker = new SheetRecords({ header: true });
    expect([...maker.take(rows), ...maker.end()].map(bare)).toEqual([
      '{"name":"\\"a\\"\\n","value":12345678901234567890}',
      '{"name":"","value":null}',
      '{"name":"007","value":1.50}',
    ]);
  });

  test('are none in an empty sheet', () => {
    expect(read([])).toEqual({ records: [], names: [], notes: [], lines: [], leftOut: [] });
  });

  test('are none below a header alone, whose names are known', () => {
    expect(read(['town|people'])).toMatchObject({ records: [], names: ['town', 'people'], notes: [] });
  });

  test('show the rows of the first two hundred', () => {
    const { records, lines } = read(['a|b', ...Array.from({ length: 230 }, (_, at) => `${at}|${at}`)]);
    expect(records).toHaveLength(230);
    expect(lines).toHaveLength(200);
    expect(lines.at(-1)).toBe(201);
  });
});

describe('rows above the table', () => {
  test('are left out, and counted without the empty ones', () => {
    const { records, notes, leftOut } = read(['Population', '', 'name|people|area', 'Ulm|5|6', 'Bonn|6|7']);
    expect(records).toHaveLength(2);
    expect(notes).toEqual([['lines-above-left-out', { count: 1 }]]);
    expect(leftOut).toEqual(['1 above: Population']);
  });

  test('are those that the user skips', () => {
    const { records, leftOut } = read(['a|b', '1|2', 'c|d', '3|4'], { skip: 2, header: true });
    expect(records).toEqual(['{"c":3,"d":4}']);
    expect(leftOut).toEqual(['1 above: a │ b', '2 above: 1 │ 2']);
  });

  test('do not take the margin away that the table has', () => {
    const { names } = read(['Population', '', '|name|people|area', '|Ulm|5|6', '|Bonn|6|7']);
    expect(names).toEqual(['name', 'people', 'area']);
  });

  test('are left out above a table without a header as well', () => {
    const { records, leftOut } = read(['Title', '1|2', '3|4'], { skip: 1, header: false });
    expect(records).toEqual(['{"column1":1,"column2":2}', '{"column1":3,"column2":4}']);
    expect(leftOut).toEqual(['1 above: Title']);
  });
});

describe('rows below the table', () => {
  test.each([
    ['a source right below', ['Source: office'], ['5 below: Source: office']],
    [
      'sources in other languages',
      ['Quelle: Amt', 'Fonte: ufficio'],
      ['5 below: Quelle: Amt', '6 below: Fonte: ufficio'],
    ],
    ['an asterisk', ['* estimated'], ['5 below: * estimated']],
    ['a footnote', ['(1) estimated'], ['5 below: (1) estimated']],
    ['a copyright', ['© Office'], ['5 below: © Office']],
    ['what follows a line', ['__________', 'As of 2026'], ['5 below: __________', '6 below: As of 2026']],
    ['any text after an empty row', ['', 'Anything'], ['6 below: Anything']],
    ['any text after a row that is missing', [null, 'Anything'], ['6 below: Anything']],
    ['any text after a note', ['Note: a', 'more of it'], ['5 below: Note: a', '6 below: more of it']],
  ] as const)('are notes: %s', (_, below, leftOut) => {
    const found = read([...towns, ...below]);
    expect(found.records).toEqual(townRecords);
    expect(found.leftOut).toEqual(leftOut);
    const line = Number(leftOut[0].split(' ')[0]);
    expect(found.notes).toEqual([['lines-below-left-out', { count: leftOut.length, line }]]);
  });

  test.each([
    ['a text that begins like any other right below', ['Trier'], '{"town":"Trier","people":null}'],
    ['a word that only begins like a source', ['Sourceville'], '{"town":"Sourceville","people":null}'],
    ['two values', ['', 'Source|8'], '{"town":"Source","people":8}'],
    ['a number', ['', '12'], '{"town":12,"people":null}'],
    ['a text in another column', ['', '|Source: office'], '{"town":null,"people":"Source: office"}'],
  ])('are records: %s', (_, below, record) => {
    expect(read([...towns, ...below]).records.at(-1)).toBe(record);
  });

  test('are notes: pairs of symbols and their meanings among them, some in columns of numbers', () => {
    const legend = ['', 'Symbols', '…|not available|p|provisional value', '-|not a number|x|a value'];
    expect(read([...towns, ...legend]).leftOut).toHaveLength(3);
    const regions = ['region|town|2001|2020', 'A|Ulm|5|6', 'A|Bonn|7|8', 'B|Trier|x|9'];
    expect(read([...regions, ...legend]).leftOut.map((one) => one.slice(0, 12))).toEqual([
      '6 below: Sym',
      '7 below: … │',
      '8 below: - │',
    ]);
    expect(read([...regions, ...legend, '', 'B|Köln|1|2']).records).toHaveLength(9);
    expect(read([...regions, '', 'Group', 'B|Köln|x|x']).records).toHaveLength(6);
  });

  test('are notes: symbols and their meanings among them, below a wide table', () => {
    const wide = ['town|2019|2020|2021', 'Ulm|1|2|3', 'Bonn|2|3|4', 'Kiel|3|4|5'];
    const legend = ['', 'Flags:', 'b|break in the series', 'p|provisional'];
    expect(read([...wide, ...legend]).leftOut).toHaveLength(3);
    expect(read([...wide, ...legend, '', 'Trier|4|5|6']).records).toHaveLength(9);
    for (const other of [['b|break in the series'], ['', 'b|break in the series'], ['', 'Flags:', 'b|5']])
      expect(read([...wide, ...other]).records.at(-1)).toMatch(/^\{"town":"b"/);
    expect(read([...towns, ...legend]).records.at(-1)).toBe('{"town":"p","people":"provisional"}');
  });

  test('are records after all if another one follows', () => {
    const { records, leftOut, lines } = read([...towns, 'Note: one', 'Trier|8']);
    expect(records.slice(3)).toEqual(['{"town":"Note: one","people":null}', '{"town":"Trier","people":8}']);
    expect(leftOut).toEqual([]);
    expect(lines).toEqual([2, 3, 4, 5, 6]);
  });

  test('are empty records in the middle, and nothing at the end', () => {
    const { records, notes, leftOut } = read([...towns, '', 'Trier|8', '', '_|_']);
    expect(records.slice(3)).toEqual(['{"town":null,"people":null}', '{"town":"Trier","people":8}']);
    expect(notes).toEqual([]);
    expect(leftOut).toEqual([]);
  });

  test('are never the first record, nor any of a single column', () => {
    expect(read(['town|people', 'Source: office'], { header: true }).records).toEqual([
      '{"town":"Source: office","people":null}',
    ]);
    expect(read(['town', 'Ulm', 'Source: office'], { header: true }).records).toEqual([
      '{"town":"Ulm"}',
      '{"town":"Source: office"}',
    ]);
  });

  test('are twenty notes at most; with more of them all are records', () => {
    const notes = (count: number) => Array.from({ length: count }, (_, at) => `Note: ${at}`);
    expect(read([...towns, ...notes(20)]).records).toHaveLength(3);
    expect(read([...towns, ...notes(21)]).records).toHaveLength(24);
    expect(read([...towns, ...notes(10), '', '', ...notes(10)]).records).toHaveLength(3);
  });

  test('are found below a table that does not begin in the first column', () => {
    const { records, leftOut } = read(['|town|people', '|Ulm|5', '|Bonn|6', 'Source: office', '|Note: b']);
    expect(records).toHaveLength(2);
    expect(leftOut).toEqual(['4 below: Source: office', '5 below:  │ Note: b']);
  });
});

describe('a row directly below the records', () => {
  const wide = ['town|2020|2021', 'Ulm|1|2', 'Bonn|3|4'];

  test.each([
    ['a source', 'Fuente: SEPE', 1],
    ['a footnote', '1) provisional', 1],
    ['a meaning', '. = unknown', 1],
    ['a record without values', 'Kiel', 0],
  ])('is %s', (_, text, count) => {
    expect(read([...wide, text]).records).toHaveLength(3 - count);
  });

  test('is a record if the others look like notes, too', () => {
    expect(read(['branch|2020|2021', '1) Farms|1|2', '2) Mines|3|4', '3) Ports']).records).toHaveLength(3);
  });

  test('is a note if its cell is as wide as the table', () => {
    const recordsBelow = (right: number) => {
      const maker = new SheetRecords({});
      const merged = [{ from: 4, to: 4, left: 0, right }];
      return [...maker.take(sheet([...wide, 'by the office']), merged), ...maker.end()].length;
    };
    expect([recordsBelow(2), recordsBelow(1)]).toEqual([2, 3]);
  });
});

describe('rows that the user leaves out', () => {
  test('are left out, and counted', () => {
    const { records, notes, leftOut, lines } = read(towns, { leaveOut: [3] });
    expect(records).toEqual([townRecords[0], townRecords[2]]);
    expect(notes).toEqual([['chosen-left-out', { count: 1 }]]);
    expect(leftOut).toEqual(['3 chosen: Bonn │ 6']);
    expect(lines).toEqual([2, 4]);
  });

  test('must exist', () => {
    const without = ['town|people', 'Ulm|5', null, null, 'Kiel|7', 'Jena|8'];
    const problem = (leaveOut: number[]) => {
      try {
        read(without, { leaveOut });
        return '';
      } catch (error) {
        return error instanceof Error ? error.message : 'another thing';
      }
    };
    expect(problem([3])).toContain('3');
    expect(problem([4, 3])).toMatch(/4, 3/);
    const all = Array.from({ length: 15 }, (_, at) => at + 0.5).filter((at) => at < 6);
    expect(problem(all)).toContain('0.5, 1.5, 2.5, 3.5, 4.5, 5.5');
    expect(problem([2, 5])).toBe('');
  });

  test('may be beyond the last row, as a preview reads only the first', () => {
    expect(read(towns, { leaveOut: [4, 5, 100] }).records).toHaveLength(2);
  });

  test('are ten in a message at most', () => {
    const rows = ['a|b', '1|2', ...Array.from({ length: 20 }, () => null), '3|4'];
    const wrong = Array.from({ length: 12 }, (_, at) => at + 3);
    expect(() => read(rows, { leaveOut: wrong })).toThrow(/3, 4, 5, 6, 7, 8, 9, 10, 11, 12(?!, 13)/);
  });
});

describe('a row that repeats the names', () => {
  test('is left out, as at the top of a new page', () => {
    const { records, notes, leftOut } = read([...towns.slice(0, 3), 'town|people', 'Kiel|7']);
    expect(records).toEqual(townRecords);
    expect(notes).toEqual([['headers-repeated', { count: 1 }]]);
    expect(leftOut).toEqual([]);
  });

  test('is left out if the header has several rows', () => {
    const header = ['|2020||2021|', 'town|men|women|men|women'];
    const { records, notes } = read([...header, 'Ulm|1|2|3|4', 'Bonn|5|6|7|8', ...header, 'Kiel|9|8|7|6']);
    expect(records.map((record) => record.slice(0, 13))).toEqual(['{"town":"Ulm"', '{"town":"Bonn', '{"town":"Kiel']);
    expect(notes).toEqual([['headers-repeated', { count: 2 }]]);
  });

  test('is left out after a gap, which is none of another table', () => {
    const { records, notes } = read([...towns.slice(0, 3), '', 'town|people', 'Kiel|7']);
    expect(records.filter((record) => record.includes('town":null'))).toEqual(['{"town":null,"people":null}']);
    expect(records.at(-1)).toBe(townRecords[2]);
    expect(notes).toEqual([['headers-repeated', { count: 1 }]]);
  });

  test('is a record in a table of texts', () => {
    const { records } = read(['a|b', 'x|y', 'a|b'], { header: true });
    expect(records).toHaveLength(2);
  });

  test('is a record of a table of one column', () => {
    expect(read(['n', '1', 'n'], { header: true }).records).toHaveLength(2);
  });

  test('is a record if it repeats only some of them, or has more', () => {
    const records = (row: string) => read([...towns, row, 'Trier|8'], { header: true }).records.length;
    expect(records('town|peoples')).toBe(5);
    expect(records('town')).toBe(5);
    expect(records('town|people|area')).toBe(5);
    expect(records('town|people')).toBe(4);
  });

  test('is a record if numbers occur only in a column without a name', () => {
    const rows = ['a|b|', 'x|y|1', 'x|y|2', 'a|b|', 'x|y|3'];
    expect(read(rows, { header: true }).records).toHaveLength(4);
  });

  test('is left out where most, but not all, of a column are numbers', () => {
    const rows = (values: string[]) => [
      'town|people',
      ...values.map((value) => `Ulm|${value}`),
      'town|people',
      'Ulm|9',
    ];
    expect(read(rows(['1', '2', 'n/a']), { header: true }).records).toHaveLength(4);
    expect(read(rows(['1', 'n/a']), { header: true }).records).toHaveLength(4);
    expect(read(rows(['1', 'n/a', 'n/a']), { header: true }).records).toHaveLength(5);
  });
});

describe('another table below', () => {
  const long = ['town|people', ...Array.from({ length: 40 }, (_, at) => `T${at}|${at}`)];
  const other = ['', 'street|length|width', 'A|1|2', 'B|3|4'];

  test('is left out, and where it begins is stated', () => {
    const { records, notes, leftOut } = read([...towns, ...other]);
    expect(records).toEqual([...townRecords]);
    expect(notes).toEqual([['other-table', { line: 6, count: 3 }]]);
    expect(leftOut).toEqual(['6 below: street │ length │ width', '7 below: A │ 1 │ 2', '8 below: B │ 3 │ 4']);
  });

  test('counts no empty rows', () => {
    expect(read([...long, ...other, '', '_', 'C|5|6']).notes).toEqual([['other-table', { line: 43, count: 4 }]]);
  });

  test('is found if it is longer than the rows that decide', () => {
    const rows = Array.from({ length: 30 }, (_, at) => `S${at}|${at}|${at}`);
    const { records, notes } = read([...long, '', 'street|length|width', ...rows], { atATime: 5 });
    expect(records).toHaveLength(40);
    expect(notes).toEqual([['other-table', { line: 43, count: 31 }]]);
  });

  test('begins only after a gap', () => {
    const { records } = read([...towns, ...other.slice(1)]);
    expect(records).toHaveLength(6);
  });

  test('is not searched for without a header', () => {
    expect(read(['1|2', '3|4', ...other], { header: false, skip: 0 }).records).toHaveLength(6);
  });

  test('needs two names at least', () => {
    expect(read([...towns, '', '|street', 'A|1', 'B|3']).notes).toEqual([]);
  });

  test('needs a name above numbers', () => {
    const { records, notes } = read([...towns, '', 'Jena|n/a', 'Kehl|n/a', 'Lahr|n/a']);
    expect(records).toHaveLength(7);
    expect(notes).toEqual([]);
  });

  test('is not a record with a text among numbers', () => {
    const { records, notes } = read([...towns, '', 'Jena|unknown', 'Kehl|8', 'Lahr|9'], {});
    expect([records.length, notes]).toEqual([3, [['other-table', { line: 6, count: 3 }]]]);
    expect(
      read([...towns.slice(0, 1), 'Ulm|x', 'Bonn|y', 'Kiel|7', '', 'Jena|unknown', 'Kehl|8']).records,
    ).toHaveLength(6);
  });
});

describe('a table beside', () => {
  test('is reported by the letter of the empty column before it', () => {
    expect(read(['a|b||c|d', '1|2||3|4', '1|2||3|4'], { header: true }).notes).toEqual([
      ['table-beside', { column: 'C' }],
    ]);
  });

  test('is none if the column has values, or there is one record', () => {
    expect(read(['a|b||c', '1|2||4', '1|2|5|4'], { header: true }).notes).toEqual([]);
    expect(read(['a|b||c', '1|2||4'], { header: true }).notes).toEqual([]);
  });

  test('is none for the empty columns on the left', () => {
    expect(read(['||b|c', '||2|4', '||3|4'], { header: true }).notes).toEqual([]);
  });

  /** Where each table is, and how large, with its titles. */
  function found(lines: readonly (string | null)[], request: RecordsRequest = {}) {
    const maker = new SheetRecords(request);
    maker.take(sheet(lines));
    maker.end();
    return maker.tables.map(({ line, range: { first, last = 0, columns }, rows, columns: width, above }) => {
      const place = `${first}-${last} ${columns?.first}-${columns?.last}`;
      return [`${line}: ${rows} × ${width} in ${place}`, ...above.map(({ text }) => text)];
    });
  }

  test('is offered if each has a header, and names for its records', () => {
    expect(found(['a|b||c|d', 'x|2||u|4', 'y|2||v|4'])).toEqual([['1: 2 × 2 in 1-0 1-2'], ['1: 2 × 2 in 1-0 4-5']]);
    expect(found(['a|b||year|d', 'x|2||2020|4', 'y|2||2021|4'])).toHaveLength(2);
    expect(found(['a|b||c|d', 'x|2||2020|4', 'y|2||2021|4'])).toHaveLength(1);
    expect(found(['a|b||c', 'x|2||u', 'y|2||v'])).toHaveLength(1);
    expect(found(['1|b||c|d', '2|2||u|4', '3|2||v|4'])).toHaveLength(1);
  });

  test('has columns further right that name no records, and titles of its own', () => {
    expect(
      found(['Towns|||||Rivers', '', 'a|b||c||d|e||f', 'x|2||4||u|5||6', 'y|2||4||v|5||6', 'z|2||4|||||']),
    ).toEqual([
      ['3: 3 × 3 in 1-0 1-4', 'Towns │  │  │ '],
      ['3: 2 × 3 in 1-0 6-9', 'Rivers'],
    ]);
  });

  test('is read alone, with the merged cells, numbers of rows and header that are its own', () => {
    const lines = ['||||2019|||', 'a|b||c|d|e||f', 'x|2||u|4|5||8', 'y|2||v|6|7||9'];
    const range = { first: 1, columns: { first: 4, last: 8 } };
    const maker = new SheetRecords({ range });
    const merged = [
      { from: 1, to: 1, left: 4, right: 5 },
      { from: 1, to: 4, left: 0, right: 0 },
    ];
    const records = [...maker.take(sheet(lines), merged), ...maker.end()].map(bare);
    expect(records[1]).toBe('{"c":"v","2019 / d":6,"2019 / e":7,"2019 / f":9}');
    expect(maker.lines).toEqual([3, 4]);
    expect(maker.notes).toEqual([{ code: 'table-beside', values: { column: 'G' } }]);
  });

  test('may be above another table', () => {
    const lines = ['a|b||c|d', 'x|2||u|4', 'y|2||v|4', '|||', '|||e|f', '|||u|5', '|||v|6'];
    expect(found(lines).flat()).toEqual([
      '1: 2 × 2 in 1-4 1-2',
      '1: 2 × 2 in 1-4 4-5',
      '5: 2 × 2 in 5-0 undefined-undefined',
    ]);
  });

  test('is as long as the sheet, however many rows were examined', () => {
    const rows = Array.from({ length: 300 }, (_, at) => `x${at}|1||${at < 250 ? `u${at}|2` : '|'}`);
    expect(found(['a|b||c|d', ...rows]).flat()).toEqual(['1: 300 × 2 in 1-0 1-2', '1: 250 × 2 in 1-0 4-5']);
  });

  test('blanks are no values', () => {
    expect(read(['a||c', '1|_|4', '1|_|4'], { header: true }).notes).toEqual([['table-beside', { column: 'B' }]]);
  });
});

test('the first two hundred omitted rows are shown, each with five hundred characters', () => {
  const chosen = Array.from({ length: 230 }, (_, at) => at + 2);
  const rows = ['a|b', ...Array.from({ length: 240 }, (_, at) => `${at}|${'x'.repeat(600)}`), '', 'Source: office'];
  const { leftOut, notes } = read(rows, { leaveOut: chosen });
  expect(leftOut).toHaveLength(200);
  expect(leftOut[0]).toHaveLength('2 chosen: '.length + 500);
  expect(notes).toEqual([
    ['chosen-left-out', { count: 230 }],
    ['lines-below-left-out', { count: 1, line: 243 }],
  ]);
});

test('omitted rows without any cell are not shown', () => {
  expect(read([...towns, '', '|', 'Trier|8'], { leaveOut: [5, 6] }).leftOut).toEqual([]);
});

describe('the columns left of a table', () => {
  test('do not count what is above the table', () => {
    const { names } = read(['Population|of|towns', '', '|name|people|area', '|Ulm|5|6', '|Bonn|6|7'], { skip: 2 });
    expect(names).toEqual(['name', 'people', 'area']);
  });

  test('are those that every row leaves empty', () => {
    expect(read(['||a|b', '|x|1|2', '||3|4'], { header: true }).names).toEqual(['column2', 'a', 'b']);
    expect(read(['||1|2', '|5|6|7'], { header: false }).names).toEqual(['column2', 'column3', 'column4']);
  });

  test('are known by rows of a single value if there are no others', () => {
    expect(read(['||1', '||2'], { header: false })).toMatchObject({
      names: ['column3'],
      records: ['{"column3":1}', '{"column3":2}'],
    });
  });

  test('count the header too', () => {
    expect(read(['|id|value', '||1', '||2'], { header: true }).names).toEqual(['id', 'value']);
  });
});

describe('a name that no record has', () => {
  test('is that of a column without values, which is no gap', () => {
    expect(read(['a|b||d', '1|||4', '1|||4'], { header: true }).notes).toEqual([['table-beside', { column: 'C' }]]);
    expect(read(['a|b|c|d', '1|||4', '1|||4'], { header: true }).notes).toEqual([]);
  });
});

test('twelve rows decide whether another table begins, not fewer', () => {
  const long = ['town|people', ...Array.from({ length: 220 }, (_, at) => `T${at}|${at}`)];
  const maker = new SheetRecords({});
  maker.take(sheet(long));
  const below = sheet(['street|length', ...Array.from({ length: 20 }, (_, at) => `S${at}|${at}`)], long.length + 2);
  expect(below.slice(0, 11).flatMap((row) => maker.take([row]))).toEqual([]);
  expect(maker.notes).toEqual([]);
  expect(maker.take(below.slice(11, 12))).toEqual([]);
  expect(maker.notes).toMatchObject([{ code: 'other-table', values: { line: 223, count: 12 } }]);
  expect([...maker.take(below.slice(12)), ...maker.end()]).toEqual([]);
});

test('a row after a gap of an otherwise empty column is a record if its names do not differ', () => {
  const { records, notes } = read([...towns, '', 'Jena|Jena', 'Kehl|8', 'Lahr|9'], { header: true });
  expect([records.length, notes]).toEqual([7, []]);
});

test('every note has a text', () => {
  const maker = new SheetRecords({ leaveOut: [4] });
  maker.take(sheet(['Title', '', ...towns, 'town|people', 'Trier|8', '', 'Source: office']));
  maker.end();
  expect(maker.notes.map(englishText)).toHaveLength(4);
});

describe('tables below each other', () => {
  const tablesIn = (lines: readonly (string | null)[], request: RecordsRequest = {}) => {
    const maker = new SheetRecords(request);
    maker.take(sheet(lines));
    maker.end();
    return maker.tables.map(({ line, range, rows, columns, above }) => [
      `${line} in ${range.first}-${range.last ?? ''}: ${rows} x ${columns}`,
      ...above.map(({ text }) => text),
    ]);
  };
  const first = ['Table 1', 'town|2020|2021', 'Ulm|5|6', 'Bonn|6|7'];

  test.each<[string, (string | null)[], string[][]]>([
    ['one alone', first, [['2 in 1-: 2 x 3', 'Table 1']]],
    [
      'names above numbers',
      [...first, null, 'Table 2', 'town|area', 'Ulm|5'],
      [
        ['2 in 1-4: 2 x 3', 'Table 1'],
        ['7 in 6-: 1 x 2', 'Table 2'],
      ],
    ],
    [
      'years above numbers, below a note of the first and a gap',
      [...first, null, 'Source: X', null, 'Table 2', null, 'town|1990|1991', 'Ulm|5|6', 'Bonn|7|8'],
      [
        ['2 in 1-6: 2 x 3', 'Table 1'],
        ['10 in 8-: 2 x 3', 'Table 2'],
      ],
    ],
    [
      'the same names below a title',
      [...first, null, 'Table 2', 'town|2020|2021', 'Ulm|9|9', 'Bonn|8|8'],
      [
        ['2 in 1-4: 2 x 3', 'Table 1'],
        ['7 in 6-: 2 x 3', 'Table 2'],
      ],
    ],
    ['the same names on another page', [...first, null, 'town|2020|2021', 'Kiel|9|9'], [['2 in 1-: 3 x 3', 'Table 1']]],
    ['years that are values', [...first, null, 'Kiel|2020|2021', 'Gera|2022|2019'], [['2 in 1-: 4 x 3', 'Table 1']]],
  ])('are found: %s', (_, lines, expected) => {
    expect(tablesIn(lines)).toEqual(expected);
  });

  test('are three, each within the rows of its own', () => {
    const lines = [...first, null, 'Table 2', 'town|area', 'Ulm|5', null, 'Table 3', 'town|height', 'Ulm|7'];
    expect(tablesIn(lines).map(([own]) => own)).toEqual(['2 in 1-4: 2 x 3', '7 in 6-8: 1 x 2', '11 in 10-: 1 x 2']);
  });

  test('are read alone by their rows', () => {
    const lines = [...first, null, 'Table 2', 'town|area', 'Ulm|5', 'Bonn|6'];
    const range = { first: 6, last: 8 };
    expect(read(lines, { range }).records).toEqual(['{"town":"Ulm","area":5}']);
    expect(read(lines, { range }).leftOut).toEqual(['6 above: Table 2']);
    expect(tablesIn(lines, { range })).toEqual([['7 in 6-8: 1 x 2', 'Table 2']]);
  });
});

describe('merged cells', () => {
  const readMerged = (lines: readonly string[], merged: readonly MergedCells[], request: RecordsRequest = {}) => {
    const maker = new SheetRecords(request);
    const records = [...maker.take(sheet(lines), merged), ...maker.end()];
    return records.map((record) => JSON.parse(bare(record)));
  };

  test('of names prove a header, of as many rows as they cover', () => {
    const merged = [
      { from: 1, to: 2, left: 0, right: 0 },
      { from: 1, to: 1, left: 1, right: 2 },
    ];
    const records = [{ land: 'x', 'a / m': 'p', 'a / w': 'q' }];
    expect(readMerged(['land|a|', '|m|w', 'x|p|q'], merged)).toEqual(records);
    // Without them nothing distinguishes names from texts.
    expect(readMerged(['land|a|', '|m|w', 'x|p|q'], [])).not.toEqual(records);
  });

  test('of records prove none', () => {
    const merged = [{ from: 2, to: 3, left: 0, right: 0 }];
    expect(readMerged(['land|n', 'x|1', '|2'], merged)).toEqual([
      { land: 'x', n: 1 },
      { land: null, n: 2 },
    ]);
  });

  test('have their value in each of them if that is said', () => {
    const merged = [
      { from: 2, to: 3, left: 0, right: 0 },
      { from: 4, to: 4, left: 1, right: 2 },
    ];
    expect(readMerged(['land|n|m', 'x|1|2', '|2|3', 'y|5|'], merged, { fillMerged: true })).toEqual([
      { land: 'x', n: 1, m: 2 },
      { land: 'x', n: 2, m: 3 },
      { land: 'y', n: 5, m: 5 },
    ]);
  });
});
