import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { groupRows, parseRecords, recordBytes, recordCount, rowsWithin, writeRowIndex } from './row-index.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-index-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function indexOf(rows: readonly string[]): Promise<{ raw: Buffer; index: Buffer; counted: number }> {
  const raw = Buffer.from(rows.map((row) => `${row}\n`).join(''));
  const [file, target] = [path.join(folder, 'rows'), path.join(folder, 'index')];
  await writeFile(file, raw);
  const counted = writeRowIndex({ from: file, to: target }, () => {});
  return { raw, index: await readFile(target), counted };
}

describe('the index of a row file', () => {
  // Groups that end within a block of the file, at its end, and in later ones.
  it.each([0, 1, groupRows - 1, groupRows, groupRows + 1, 10 * groupRows, 60_000])(
    'has the start and the checksum of each group of %i rows',
    async (count) => {
      const rows = Array.from({ length: count }, (_, at) => `${at} ${'x'.repeat((at * 7919) % 40)}`);
      const { raw, index, counted } = await indexOf(rows);
      expect(counted).toBe(count);
      expect(index.length).toBe(recordCount(count) * recordBytes);
      const records = parseRecords(index);
      expect(records?.starts.at(-1)).toBe(raw.length);
      for (let group = 0; group < recordCount(count) - 1; group += 1) {
        const [from, to] = [records?.starts[group], records?.starts[group + 1]];
        const content = raw.subarray(from, to);
        const expected = rows.slice(group * groupRows, (group + 1) * groupRows).map((row) => `${row}\n`);
        expect(content.toString()).toBe(expected.join(''));
        expect(records?.checksums[group]).toBe(crc32(content));
      }
    },
  );

  it('with any changed byte is not used', async () => {
    const { index } = await indexOf(['a', 'b']);
    for (let at = 0; at < index.length; at += 1) {
      const changed = Buffer.from(index);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(parseRecords(changed)).toBeNull();
    }
    expect(parseRecords(index.subarray(1))).toBeNull();
  });

  it('leads to rows within a group', () => {
    const raw = Buffer.from('a\nbb\n\nd\n');
    expect(rowsWithin(raw, 0, 4)?.toString()).toBe('a\nbb\n\nd\n');
    expect(rowsWithin(raw, 1, 2)?.toString()).toBe('bb\n');
    expect(rowsWithin(raw, 2, 4)?.toString()).toBe('\nd\n');
    expect(rowsWithin(raw, 3, 5)).toBeNull();
  });
});
