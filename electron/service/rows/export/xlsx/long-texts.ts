import { type FileHandle, open, rm } from 'node:fs/promises';
import { maxTextLength } from './sheet-cells.ts';

/** The columns of the sheets with the rest of long texts. */
export const longTextColumns = ['sheet', 'row', 'column', 'part', 'text'] as const;

/** Collects texts that are too long for a cell, for a separate sheet. */
export interface LongTexts {
  /** Number of such texts. */
  readonly count: number;
  /** Stores the rest of a text, and returns its first part. */
  keep(place: { readonly sheet: number; readonly row: number; readonly column: string }, text: string): string;
  /** Flushes what is in memory. */
  settle(): Promise<void>;
  /** The file of the stored parts, one JSON object per line. */
  readonly file: string;
  /** Removes the file. */
  close(): Promise<void>;
}

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

/** @param file a new file for the rest of long texts, created on first use */
export function gatherLongTexts(file: string): LongTexts {
  let pending: string[] = [];
  let count = 0;
  let handle: FileHandle | null = null;
  return {
    file,
    get count() {
      return count;
    },
    keep({ sheet, row, column }, text) {
      const [first = '', ...others] = partsOf(text);
      count += 1;
      for (const [position, part] of others.entries()) {
        pending.push(`${JSON.stringify({ sheet, row, column, part: position + 2, text: part })}\n`);
      }
      return first;
    },
    async settle() {
      if (pending.length === 0) return;
      const lines = pending.join('');
      pending = [];
      handle ??= await open(file, 'w');
      await handle.appendFile(lines);
    },
    async close() {
      await handle?.close();
      await rm(file, { force: true });
    },
  };
}
