import { type FileHandle, open, rm } from 'node:fs/promises';
import { maxTextLength } from './sheet-cells.ts';

export const longTextColumns = ['sheet', 'row', 'column', 'part', 'text'] as const;

/** Splits a text into parts that fit in a cell, without splitting surrogate pairs. */
export function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length; ) {
    let end = Math.min(text.length, start + maxTextLength);
    const last = text.charCodeAt(end - 1);
    if (end < text.length && last >= 0xd800 && last <= 0xdbff) end -= 1;
    parts.push(text.slice(start, end));
    start = end;
  }
  return parts;
}

/** Texts that are too long for a cell, collected for a separate sheet. */
export type LongTexts = ReturnType<typeof gatherLongTexts>;

interface CellPlace {
  readonly sheet: number;
  readonly row: number;
  readonly column: string;
}

/** @param file a new file for the rest of long texts, one JSON object per line, created on first use */
export function gatherLongTexts(file: string) {
  let pending: string[] = [];
  let count = 0;
  let handle: FileHandle | null = null;
  return {
    file,
    get count() {
      return count;
    },
    /** Stores the rest of a text, and returns its first part. */
    keep({ sheet, row, column }: CellPlace, text: string): string {
      const [first = '', ...others] = partsOf(text);
      count += 1;
      for (const [position, part] of others.entries()) {
        pending.push(`${JSON.stringify({ sheet, row, column, part: position + 2, text: part })}\n`);
      }
      return first;
    },
    /** Flushes what is in memory. */
    async settle(): Promise<void> {
      if (pending.length === 0) return;
      const lines = pending.join('');
      pending = [];
      handle ??= await open(file, 'w');
      await handle.appendFile(lines);
    },
    /** Removes the file. */
    async close(): Promise<void> {
      await handle?.close();
      await rm(file, { force: true });
    },
  };
}
