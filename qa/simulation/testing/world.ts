/** A value of a table: whole numbers, halves, texts, or missing. */
export type Cell = number | string | null;
export type Row = Readonly<Record<string, Cell>>;

export interface DatasetModel {
  label: string;
  /** Rows of each version, oldest first. */
  versions: (readonly Row[])[];
  /** The source on the web that it follows; null for none. */
  following: Following | null;
}

/** A source that is followed, and what of it is not published. */
export interface Following {
  /** Number of the source. */
  readonly source: number;
  readonly guards: WorldGuards;
  /** What a guard holds until someone decides; null for nothing. */
  held: readonly Row[] | null;
  /** What was rejected last, which is not held again; null for nothing. */
  rejected: readonly Row[] | null;
}

/** What a new version must meet to be published without a decision; null for no condition. */
export interface WorldGuards {
  /** By how many per cent the number of rows may fall. */
  readonly rowsFell: number | null;
  /** The largest value that may occur. */
  readonly max: number | null;
}

export interface NamespaceModel {
  owner: Person;
  label: string;
  published: boolean;
  /** Whether only the group of readers may read it. */
  isForReaders: boolean;
  datasets: Record<string, DatasetModel>;
}

/** What the service must hold. Plain data, so that a copy is a possible other course of events. */
export type World = Record<string, NamespaceModel>;

/** Everybody who uses the service; `ben` is in the group of readers. */
export const people = ['staff', 'anna', 'ben', 'cara', 'anonymous'] as const;
export type Person = (typeof people)[number];

export function mayWrite(who: Person, namespace: NamespaceModel): boolean {
  return who === 'staff' || (who !== 'anonymous' && who === namespace.owner);
}

export function mayRead(who: Person, namespace: NamespaceModel): boolean {
  if (mayWrite(who, namespace)) return true;
  return namespace.published && (!namespace.isForReaders || who === 'ben');
}

/** Whether a person sees a dataset: one without a version is there only for those who may write. */
export function seesDataset(who: Person, namespace: NamespaceModel, { versions }: DatasetModel): boolean {
  return mayRead(who, namespace) && (versions.length > 0 || mayWrite(who, namespace));
}

type Random = () => number;
export const below = (random: Random, limit: number) => Math.floor(random() * limit);
export function oneOf<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[below(random, items.length)];
  if (item === undefined) throw new Error('There is nothing to choose from.');
  return item;
}

type ColumnKind = 'whole' | 'half' | 'text';

/** Texts that some reader might take for something else. */
const texts = [
  'plain',
  'say "hi"',
  'one, two; three\tfour|five',
  'two\nlines',
  'Äußere Neustadt',
  '🚲',
  "it's",
  'a\\b',
  '=1+1',
  'NULL?',
  '#5',
  '{"a":1}',
];

/** What the simulation publishes says so in the names of its columns; sources on the web have a `value`. */
const kindOf = (name: string) => (name === 'value' ? 'whole' : (name.split('_')[0] as ColumnKind));

/** A table whose values have one meaning, whatever the format. @param columns to make rows of another table's columns */
export function randomRows(random: Random, columns: readonly string[] | null = null): Row[] {
  const kinds: Record<string, ColumnKind> = { id: 'whole' };
  const chosen = ['whole', 'half', 'text'] as const;
  const names = Array.from({ length: below(random, 4) }, (_, at) => `${oneOf(random, chosen)}_${at}`);
  for (const name of columns?.slice(1) ?? names) kinds[name] = kindOf(name);
  const count = random() < 0.1 ? 1_000 + below(random, 2_000) : 1 + below(random, 40);
  return Array.from({ length: count }, (_, row) =>
    Object.fromEntries(
      Object.entries(kinds).map(([name, kind]) => [name, name === 'id' ? row : randomCell(random, kind, row === 0)]),
    ),
  );
}

function randomCell(random: Random, kind: ColumnKind, isFirst: boolean): Cell {
  // A column without any value would have no type.
  if (!isFirst && random() < 0.15) return null;
  const number = below(random, 2_000_000) - 1_000_000;
  if (kind === 'whole') return number;
  // A text of its own keeps the column from being read as anything else.
  return kind === 'half' ? number + 0.5 : isFirst ? 'a text' : oneOf(random, texts);
}

export const columnsOf = (rows: readonly Row[]): string[] => Object.keys(rows[0] ?? {});

/** A table as a file of a random shape. */
export interface FileText {
  readonly name: string;
  readonly text: string;
}

export function randomFile(random: Random, rows: readonly Row[]): FileText {
  const kind = oneOf(random, ['csv', 'csv', 'json', 'ndjson'] as const);
  if (kind === 'json') return { name: 'rows.json', text: JSON.stringify(rows, null, random() < 0.5 ? 2 : 0) };
  const end = random() < 0.5 ? '\n' : '\r\n';
  if (kind === 'ndjson') return { name: 'rows.ndjson', text: rows.map((row) => JSON.stringify(row)).join(end) + end };
  const separator = oneOf(random, [',', ';', '\t', '|']);
  const quotesAll = random() < 0.3;
  const written = (cell: Cell) => {
    if (cell === null) return '';
    const text = String(cell);
    return quotesAll || /["\n\r,;\t|]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const columns = columnsOf(rows);
  const lines = [columns, ...rows.map((row) => columns.map((name) => row[name] ?? null))];
  const mark = random() < 0.2 ? '\ufeff' : '';
  return { name: 'rows.csv', text: mark + lines.map((line) => line.map(written).join(separator)).join(end) + end };
}
