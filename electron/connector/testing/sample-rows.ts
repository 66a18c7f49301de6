import type { Column } from '#shared/api/column.ts';
import type { Geometry, Row } from '#shared/cell.ts';

/** The rows that every service of the suite publishes, each in its own form. */
export const sampleColumns: readonly Column[] = [
  { type: 'integer', description: 'Counts up.', name: 'id', label: 'Number' },
  { type: 'integer', description: 'A name that looks like a position.', name: '10', label: 'Ten' },
  { type: 'integer', description: 'Beyond what a double holds.', name: 'big', label: 'Big' },
  { type: 'float', description: '', name: 'price', label: 'Price' },
  { type: 'char', description: 'A name that means something to objects.', name: '__proto__', label: 'Prototype' },
  { type: 'text', description: '', name: 'note, with "signs"', label: 'Note' },
  { type: 'geometry', description: '', name: 'place', label: 'Place' },
  { type: 'datetime', description: 'Of a type that is not in the specification.', name: '2', label: 'Time' },
];

export const sampleCount = 250;

function shapeOf(index: number): Geometry | null {
  const x = (index % 180) + 0.5;
  const y = (index % 90) - 0.25;
  if (index % 5 === 4) return null;
  if (index % 5 === 3)
    return {
      type: 'LineString',
      coordinates: [
        [x, y],
        [x + 1, y + 1],
      ],
    };
  if (index % 5 === 2) {
    return {
      type: 'Polygon',
      coordinates: [
        [
          [x, y],
          [x + 1, y],
          [x + 1, y + 1],
          [x, y],
        ],
      ],
    };
  }
  return { type: 'Point', coordinates: [x, y] };
}

const fractions = ['', '.123', '.123456'];

function rowOf(index: number): Row {
  return [
    index,
    index % 7 === 0 ? null : -index,
    9_007_199_254_740_993n + BigInt(index) * 30_000_000_000_000_001n,
    index % 11 === 0 ? null : index + 0.5,
    `proto ${index}`,
    `row ${index}: "quoted", \\back\\ 12345678901234567890, Größe, 人口, 🚲\n<b>&amp;</b>`,
    shapeOf(index),
    `2024-05-06T07:08:09${fractions[index % 3]}Z`,
  ];
}

/** The rows that the connector must return. */
export const sampleRows: readonly Row[] = Array.from({ length: sampleCount }, (_, index) => rowOf(index));
