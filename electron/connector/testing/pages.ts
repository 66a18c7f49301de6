import type { Variant } from './variant.ts';

/** The rows that a request selects, and the parameters of the next page. */
export interface PageOf {
  readonly from: number;
  readonly to: number;
  readonly next: Readonly<Record<string, string>> | null;
  readonly counted: boolean;
}

function number(value: string | null, otherwise: number): number {
  return value !== null && /^\d+$/.test(value) ? Number(value) : otherwise;
}

function byOffset(query: URLSearchParams, size: number, count: number): PageOf {
  const limit = Math.min(number(query.get('limit'), size) || size, size);
  const from = number(query.get('offset'), 0);
  const next = from + limit < count ? { limit: String(limit), offset: String(from + limit) } : null;
  return { from, to: from + limit, next, counted: true };
}

function byNumber(query: URLSearchParams, size: number, count: number): PageOf | null {
  const page = query.has('page') ? number(query.get('page'), 0) : 1;
  const from = (page - 1) * size;
  if (page < 1 || (from >= count && page > 1)) return null;
  return { from, to: from + size, next: from + size < count ? { page: String(page + 1) } : null, counted: true };
}

const cursorOf = (row: number) => Buffer.from(`p=${row}&salt=+/`).toString('base64');

function byCursor(query: URLSearchParams, size: number, count: number, counted: boolean): PageOf | null {
  const cursor = query.get('cursor');
  const row = cursor === null ? 0 : number(/^p=(\d+)/.exec(Buffer.from(cursor, 'base64').toString())?.[1] ?? null, -1);
  if (row < 0) return null;
  return { from: row, to: row + size, next: row + size < count ? { cursor: cursorOf(row + size) } : null, counted };
}

/** The page that a request asks for; null if there is none. */
export function pageOf(variant: Variant, query: URLSearchParams, count: number): PageOf | null {
  const size = variant.pageSize ?? 100;
  if (variant.paging === 'number') return byNumber(query, size, count);
  if (variant.paging === 'number-sized')
    return byNumber(query, Math.min(number(query.get('page_size'), size), size), count);
  if (variant.paging === 'cursor') return byCursor(query, size, count, false);
  if (variant.paging === 'cursor-counted') return byCursor(query, size, count, true);
  if (variant.paging === 'none') return { from: 0, to: count, next: null, counted: true };
  return byOffset(query, size, count);
}
