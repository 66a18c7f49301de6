/** Columns of a file that become rows: each record becomes one row for each entry of `rows`. */
export interface LongLayout {
  /** The new columns that hold what the headings said: `year`, `sex`. */
  readonly keys: readonly LongKey[];
  /** The new columns that hold the values, one a measure. */
  readonly values: readonly string[];
  /** `keys`: one text for each new column; `columns`: the name of the column in the file, or null, for each measure. */
  readonly rows: readonly { readonly keys: readonly string[]; readonly columns: readonly (string | null)[] }[];
  /** Columns with a new name, by their name in the file: `Land / Jahr` is `Land`. */
  readonly renamed: Readonly<Record<string, string>>;
}

interface LongKey {
  readonly name: string;
  /** `moment`: ISO 8601 text. */
  readonly type: 'integer' | 'moment' | 'text';
}

/** The names of all columns of the file that become rows. */
export function turnedColumns({ rows }: LongLayout): ReadonlySet<string> {
  return new Set(rows.flatMap(({ columns }) => columns.filter((name) => name !== null)));
}
