import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assemblePage, shapeFrom, shapeText } from './page-assembly.ts';

const shape = shapeFrom(shapeText(['g'], [0], [true]));

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
  it('writes the coordinates of points as the shortest text of the same number', () => {
    fc.assert(
      fc.property(coordinate, coordinate, (x, y) => {
        expect(assembled(x, y)).toBe(`{"g":{"type":"Point","coordinates":[${String(x)},${String(y)}]}}`);
      }),
      { seed: 1, numRuns: 5000 },
    );
  });
});
