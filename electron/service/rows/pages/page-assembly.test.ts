import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caseCount, seed } from '../../../lib/testing/tier.ts';
import { assemblePage, rowShape } from './page-assembly.ts';

const shape = rowShape(['g'], [0], [true]);

function assembled(x: number, y: number): string {
  const binary = Buffer.alloc(21);
  binary.writeUInt8(1, 0);
  binary.writeUInt32LE(1, 1);
  binary.writeDoubleLE(x, 5);
  binary.writeDoubleLE(y, 13);
  return assemblePage(Buffer.from(`${binary.toString('hex').toUpperCase()}\n`), 1, shape).toString();
}

const coordinate = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer().map((whole) => whole / 1000),
  fc.integer({ min: -180_000_000, max: 180_000_000 }).map((micro) => micro / 1e6),
  fc.constantFrom(0, -0, 1e-7, 1e-6, 999_999_999.999_999, 1e9, 1e21, 0.1 + 0.2, 2 ** 53, 180, -90.5),
);

describe('the page assembly', () => {
  it('joins the values of rows, in any order of columns, as JSON does, within a frame', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.string({ unit: 'grapheme', minLength: 100, maxLength: 200 }),
      fc.integer(),
      fc.constant(null),
    );
    const table = fc.integer({ min: 1, max: 7 }).chain((width) =>
      fc.record({
        names: fc.uniqueArray(fc.string({ unit: 'binary' }), { minLength: width, maxLength: width }),
        rows: fc.array(fc.array(value, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 30 }),
        positions: fc.shuffledSubarray(
          Array.from({ length: width }, (_, at) => at),
          { minLength: 0 },
        ),
        frame: fc.record({ before: fc.string({ unit: 'binary' }), after: fc.string() }),
      }),
    );
    fc.assert(
      fc.property(table, ({ names, rows, positions, frame }) => {
        const raw = rows.map((row) => `${row.map((each) => JSON.stringify(each)).join('\x1f')}\n`).join('');
        const chosen = positions.map((position) => names[position] ?? '');
        const form = rowShape(chosen, positions, Array<boolean>(names.length).fill(false));
        const objects = rows.map((row) => {
          const pairs = positions.map((at) => `${JSON.stringify(names[at])}:${JSON.stringify(row[at])}`);
          return `{${pairs.join(',')}}`;
        });
        const page = assemblePage(Buffer.from(raw), rows.length, form, frame);
        expect(page.toString()).toBe(Buffer.from(`${frame.before}${objects.join(',')}${frame.after}`).toString());
      }),
      { seed, numRuns: caseCount(60, 300) },
    );
  });

  it('refuses a row with another number of values', () => {
    const raw = Buffer.from('1\x1f2\x1f3\n');
    expect(() => assemblePage(raw, 1, rowShape(['a', 'b'], [0, 1], [false, false]))).toThrow(
      'A raw row has 3 values instead of 2.',
    );
  });

  it('writes the coordinates of points as the shortest text of the same number', () => {
    fc.assert(
      fc.property(coordinate, coordinate, (x, y) => {
        expect(assembled(x, y)).toBe(`{"g":{"type":"Point","coordinates":[${String(x)},${String(y)}]}}`);
      }),
      { seed, numRuns: caseCount(500, 5000) },
    );
  });
});
