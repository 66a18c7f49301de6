import stringWidth from 'string-width';

/**
 * Lines of cells as a table for a terminal, its columns side by side.
 * @param lines equally many cells each, without line breaks; the first line has the titles
 * @param isRight whether the column at a position is aligned to the right, as numbers are
 */
export function alignedLines(lines: readonly (readonly string[])[], isRight: (column: number) => boolean): string {
  const sizes = lines.map((cells) => cells.map((cell) => stringWidth(cell)));
  const widths = (sizes[0] ?? []).map((_, at) => sizes.reduce((most, row) => Math.max(most, row[at] ?? 0), 0));
  const texts = lines.map((cells, row) => {
    const padded = cells.map((cell, at) => {
      const blanks = ' '.repeat((widths[at] ?? 0) - (sizes[row]?.[at] ?? 0));
      return isRight(at) ? blanks + cell : cell + blanks;
    });
    return `${padded.join('  ').trimEnd()}\n`;
  });
  return texts.join('');
}
