import { periodDays } from './period-days.ts';

/** The columns of a code list; the first two are required. */
export const codeListColumns = ['code', 'label', 'parent', 'order', 'description', 'valid_from', 'valid_to'] as const;

/** Maximum number of codes in a list. */
export const maxCodes = 100_000;

/** First and last day on which a code is valid, ISO 8601; null without a limit. */
interface Validity {
  readonly from: string | null;
  readonly to: string | null;
}

export interface Code {
  readonly code: string;
  readonly label: string;
  /** A code of the list that contains this one, and is not below it; null for none. */
  readonly parent: string | null;
  /** One for each row of the code. */
  readonly validity: readonly Validity[];
}

/** The codes of a list by their texts, in the order of the list. */
export type CodeList = ReadonlyMap<string, Code>;

type Row = Readonly<Partial<Record<(typeof codeListColumns)[number], unknown>>>;

/**
 * The list in the rows of a dataset: sorted by `order` where there is one. The first row of a code decides its label
 * and parent. Parents that are in no row, or that lead back to the code, count as none.
 */
export function codeListOf(rows: Iterable<Row>): CodeList {
  const found = new Map<string, Code>();
  for (const row of inOrder(rows)) {
    const code = textOf(row.code);
    if (code === null) continue;
    const before = found.get(code);
    const label = before?.label ?? textOf(row.label) ?? code;
    const parent = before === undefined ? textOf(row.parent) : before.parent;
    const validity = [...(before?.validity ?? []), { from: textOf(row.valid_from), to: textOf(row.valid_to) }];
    found.set(code, { code, label, parent, validity });
  }
  const circular = codesInCircles(found);
  for (const [code, entry] of found) {
    const { parent } = entry;
    if (parent !== null && (circular.has(code) || !found.has(parent))) found.set(code, { ...entry, parent: null });
  }
  return found;
}

function inOrder(rows: Iterable<Row>): readonly Row[] {
  const orderOf = ({ order }: Row) => (order === null || order === undefined ? Number.NaN : Number(order));
  return [...rows].sort((one, other) => {
    const [a, b] = [orderOf(one), orderOf(other)];
    if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
    return a - b;
  });
}

function textOf(value: unknown): string | null {
  return value === null || value === undefined || value === '' ? null : String(value);
}

/** Codes whose parents lead back to them. */
function codesInCircles(codes: CodeList): ReadonlySet<string> {
  const walks = new Map<string, string>();
  const circular = new Set<string>();
  const parentOf = (code: string) => codes.get(code)?.parent ?? null;
  for (const start of codes.keys()) {
    let at: string | null = start;
    while (at !== null && !walks.has(at)) {
      walks.set(at, start);
      at = parentOf(at);
    }
    if (at === null || walks.get(at) !== start) continue;
    while (at !== null && !circular.has(at)) {
      circular.add(at);
      at = parentOf(at);
    }
  }
  return circular;
}

const knownTrees = new WeakMap<CodeList, ReadonlyMap<string | null, readonly Code[]>>();

/** The codes directly below each code; below null, those without a parent. */
export function codesByParent(list: CodeList): ReadonlyMap<string | null, readonly Code[]> {
  const known = knownTrees.get(list);
  if (known !== undefined) return known;
  const below = new Map<string | null, Code[]>();
  for (const code of list.values()) {
    const siblings = below.get(code.parent);
    if (siblings === undefined) below.set(code.parent, [code]);
    else siblings.push(code);
  }
  knownTrees.set(list, below);
  return below;
}

/** A code and all below it. A code that is not in the list is alone. */
export function codesUnder(list: CodeList, code: string): readonly string[] {
  const below = codesByParent(list);
  const found = [code];
  for (let at = 0; at < found.length; at += 1) {
    for (const child of below.get(found[at] ?? '') ?? []) found.push(child.code);
  }
  return found;
}

/** The level of each code, 1 for those without a parent; a code comes after its parent. */
export function levelsOf(list: CodeList): ReadonlyMap<string, number> {
  const below = codesByParent(list);
  const levels = new Map<string, number>();
  let codes = below.get(null) ?? [];
  for (let level = 1; codes.length > 0; level += 1) {
    for (const { code } of codes) levels.set(code, level);
    codes = codes.flatMap(({ code }) => below.get(code) ?? []);
  }
  return levels;
}

/** For each code of a level or below it, the code of that level. */
export function codesAtLevel(list: CodeList, level: number): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [code, own] of levelsOf(list)) {
    const above = own === level ? code : found.get(list.get(code)?.parent ?? '');
    if (above !== undefined) found.set(code, above);
  }
  return found;
}

/** Whether a code is valid at some time of a period in ISO 8601; what is no period makes no code invalid. */
export function isValidIn({ validity }: Code, period: string | null): boolean {
  const days = period === null ? null : periodDays(period);
  if (days === null) return true;
  return validity.some(({ from, to }) => {
    const begins = from === null ? null : (periodDays(from)?.first ?? null);
    const ends = to === null ? null : (periodDays(to)?.last ?? null);
    return (begins === null || days.last >= begins) && (ends === null || days.first <= ends);
  });
}
