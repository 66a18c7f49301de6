import { asRecord, asText, countOf, isJsonRecord, listOf, recordsOf } from '../common/values.ts';

export interface PxWebVariable {
  readonly id: string;
  readonly title: string;
  readonly codes: readonly string[];
  /** Labels by code, without those that are the code itself. */
  readonly labels: ReadonlyMap<string, string>;
  /** Units by code, for the variable that says what is measured. */
  readonly units: ReadonlyMap<string, string>;
  readonly isTime: boolean;
}

/** A table, or a part of it, as JSON-stat 2.0 describes it. */
export interface PxWebTable {
  readonly title: string;
  /** ISO 8601; null where it is not said. */
  readonly updated: string | null;
  readonly source: string | null;
  readonly notes: readonly string[];
  readonly contact: string | null;
  /** The variable that says what is measured, which has the units; null without one. */
  readonly contents: string | null;
  /** The unit of all values, where no variable says it. */
  readonly unit: string | null;
  /** The variables, of which the last one runs fastest. */
  readonly variables: readonly PxWebVariable[];
}

/** The codes of a category in their order: a list, or an object of positions; from the labels if there is only one. */
function codesOf(category: Readonly<Record<string, unknown>>): string[] {
  const { index, label } = category;
  if (Array.isArray(index)) return index.map(String);
  if (!isJsonRecord(index)) return Object.keys(asRecord(label));
  return Object.entries(index)
    .toSorted(([, one], [, other]) => Number(one) - Number(other))
    .map(([code]) => code);
}

function textsOf(values: unknown, text: (code: string, value: unknown) => string | null): Map<string, string> {
  const found = new Map<string, string>();
  for (const [code, value] of Object.entries(asRecord(values))) {
    const one = text(code, value);
    if (one !== null) found.set(code, one);
  }
  return found;
}

/** @returns null for anything but JSON-stat whose dimensions are consistent */
export function tableOf(json: unknown): PxWebTable | null {
  if (!isJsonRecord(json) || json.class !== 'dataset' || !Array.isArray(json.id) || !Array.isArray(json.size))
    return null;
  const dimensions = asRecord(json.dimension);
  const { time, metric } = asRecord(json.role);
  const times = listOf(time);
  const variables = json.id.map((id: unknown): PxWebVariable => {
    const dimension = asRecord(dimensions[String(id)]);
    const category = asRecord(dimension.category);
    return {
      id: String(id),
      title: asText(dimension.label) ?? String(id),
      codes: codesOf(category),
      labels: textsOf(category.label, (code, label) => (label === code ? null : asText(label))),
      units: textsOf(category.unit, (_, unit) => asText(asRecord(unit).base)),
      isTime: times.includes(id),
    };
  });
  const sizes = json.size.map(countOf);
  if (variables.length === 0 || sizes.length !== variables.length) return null;
  if (variables.some(({ codes }, at) => codes.length === 0 || codes.length !== sizes[at])) return null;
  const [contact] = recordsOf(asRecord(json.extension).contact);
  return {
    title: asText(json.label) ?? '',
    updated: asText(json.updated),
    source: asText(json.source),
    notes: listOf(json.note).flatMap((note) => asText(note) ?? []),
    // PC-Axis writes a line end as a number sign.
    contact: asText(contact?.mail) ?? asText(contact?.name) ?? asText(contact?.raw)?.replaceAll('#', ', ') ?? null,
    contents: asText(listOf(metric)[0]),
    unit: null,
    variables,
  };
}

export const cellCount = (sizes: readonly number[]) => sizes.reduce((product, size) => product * size, 1);

/** The codes of each variable that a request asks for. */
export type Block = readonly (readonly string[])[];

/**
 * Divides a table into blocks of at most so many cells: the last variables whole, one before them in parts of at most
 * so many codes, the first ones code by code.
 * @returns null if it takes more than `maxBlocks`
 */
export function blocksOfTable(selected: Block, maxCells: number, maxCodes: number, maxBlocks: number): Block[] | null {
  let whole = selected.length;
  let cells = 1;
  while (whole > 0 && cells * (selected[whole - 1]?.length ?? 1) <= maxCells) {
    whole -= 1;
    cells *= selected[whole]?.length ?? 1;
  }
  if (whole === 0) return [selected];
  const listed = Math.max(1, Math.min(maxCodes, Math.floor(maxCells / cells)));
  const parts = selected.slice(0, whole).map((codes, at) => chunks(codes, at === whole - 1 ? listed : 1));
  if (cellCount(parts.map(({ length }) => length)) > maxBlocks) return null;
  let blocks: Block[] = [[]];
  for (const part of parts) blocks = blocks.flatMap((block) => part.map((codes) => [...block, codes]));
  return blocks.map((block) => [...block, ...selected.slice(whole)]);
}

function chunks(codes: readonly string[], length: number): (readonly string[])[] {
  return Array.from({ length: Math.ceil(codes.length / length) }, (_, at) =>
    codes.slice(at * length, (at + 1) * length),
  );
}
