/** Fewer records in a row may be there by chance among lines of one text each. */
const minBlock = 3;

/**
 * The usual number of cells with a value in a row. If most rows have one, as where a short table stands between titles
 * and notes, it is that of the rows with more, unless other rows are among them.
 */
export function typicalFill(fills: readonly number[]): number {
  const usual = median(fills);
  if (usual > 1) return usual;
  const block = fills.slice(
    fills.findIndex((fill) => fill > 1),
    fills.findLastIndex((fill) => fill > 1) + 1,
  );
  return block.length >= minBlock && block.every((fill) => fill > 1) ? median(block) : usual;
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
