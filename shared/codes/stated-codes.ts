/** A code of a column, with what it means. */
export interface StatedCode {
  readonly code: string;
  readonly label: string;
  /** The code that contains it. */
  readonly parent?: string;
}

/** The codes of a column as a file or service states them, in its order. */
export interface StatedCodes {
  readonly column: string;
  readonly codes: readonly StatedCode[];
}

/** Codes with their labels; those that no label explains are left out. */
export function statedCodes(
  column: string,
  labels: Iterable<readonly [code: string, label: string]>,
  parents: ReadonlyMap<string, string> = new Map(),
): StatedCodes {
  const codes = [...labels].filter(([code, label]) => code !== '' && label !== '');
  return {
    column,
    codes: codes.map(([code, label]) => {
      const parent = parents.get(code);
      return { code, label, ...(parent !== undefined && { parent }) };
    }),
  };
}
