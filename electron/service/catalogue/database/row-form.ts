import type { Flag } from './tables.ts';

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

/** A row in the form of the code: `is_staff` is `isStaff`, and flags are booleans. */
export type RecordOf<Row> = {
  readonly [Name in keyof Row as CamelCase<Name & string>]: Row[Name] extends Flag ? boolean : Row[Name];
};

type Stored<Value> = Value extends boolean ? Flag : Value;

/** A record in the form of the database, the reverse of {@link RecordOf}. */
type RowOf<Properties> = {
  [Name in keyof Properties as SnakeCase<Name & string>]: Stored<Properties[Name]>;
};

const flags: ReadonlySet<string> = new Set([
  'is_staff',
  'is_active',
  'is_operator',
  'published',
  'provisional',
  'hidden',
  'allow_private',
  'requested',
  'notify',
  'unread',
]);

const camelCase = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export function fromRow<Row extends object>(row: Row): RecordOf<Row> {
  const entries = Object.entries(row).map(([name, value]) => [camelCase(name), flags.has(name) ? value === 1 : value]);
  return Object.fromEntries(entries) as RecordOf<Row>;
}

export function rowOf<Properties extends object>(properties: Properties): RowOf<Properties> {
  const entries = Object.entries(properties).map(([name, value]) => [
    snakeCase(name),
    typeof value === 'boolean' ? Number(value) : value,
  ]);
  return Object.fromEntries(entries) as RowOf<Properties>;
}
