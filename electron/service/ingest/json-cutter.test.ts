import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonCutter } from './json-cutter.ts';
import { objectMembers } from './object-members.ts';

/** Cuts a text that comes in pieces of a length. */
function cut(text: string, size: number, features = false): unknown[] {
  const records: unknown[] = [];
  const cutter = new JsonCutter(features, (record) => records.push(JSON.parse(record.toString('utf8'))));
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) cutter.feed(Buffer.from(bytes.subarray(at, at + size)));
  cutter.end();
  return records;
}

const objects = fc.array(fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue({ maxDepth: 3 })), { maxLength: 5 });
const sizes = fc.integer({ min: 1, max: 40 });
const indents = fc.constantFrom(undefined, 1, '\t');

describe('cutting JSON', () => {
  it('gives the items of a list, however it comes in pieces', () => {
    fc.assert(
      fc.property(objects, sizes, indents, (list, size, indent) => {
        const text = JSON.stringify(list, null, indent);
        expect(cut(text, size)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('gives the features of a collection, wherever they stand', () => {
    fc.assert(
      fc.property(objects, sizes, indents, fc.jsonValue({ maxDepth: 2 }), (features, size, indent, extra) => {
        const text = JSON.stringify({ name: 'features', extra, features, after: [extra] }, null, indent);
        expect(cut(text, size, true)).toEqual(JSON.parse(text).features);
      }),
    );
  });

  it('gives objects that stand one behind the other', () => {
    expect(cut('{"a":1}\n{"a":"}"}{"a":[2]}', 3)).toEqual([{ a: 1 }, { a: '}' }, { a: [2] }]);
  });

  it.each(['[{"a":1}', '{"a":', '[1]]', '', '"text"', '[1] [2]'])('refuses %s', (text) => {
    expect(() => cut(text, 2)).toThrow();
  });
});

describe('the members of an object', () => {
  it('are found by name', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ maxLength: 4 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
        indents,
        (object, indent) => {
          const text = Buffer.from(JSON.stringify(object, null, indent));
          const members = [...objectMembers(text)].map(([name, [start, end]]) => [
            name,
            JSON.parse(text.subarray(start, end).toString()),
          ]);
          const wanted: unknown = JSON.parse(text.toString());
          expect(Object.fromEntries(members)).toEqual(wanted);
        },
      ),
    );
  });
});
