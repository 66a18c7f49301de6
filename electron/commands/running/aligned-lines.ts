const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Letters and pictures that take two columns of a terminal. */
const wide =
  /^(?:\p{Emoji_Presentation}|\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|[\u3000-\u303e\uff01-\uff60\uffe0-\uffe6])/u;

/** Number of columns of a terminal that a line of text takes. */
function columnsOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  return [...letters.segment(text)].reduce((sum, { segment }) => sum + (wide.test(segment) ? 2 : 1), 0);
}

/**
 * Lines of cells as a table for a terminal, its columns side by side.
 * @param lines equally many cells each, without line breaks; the first line has the titles
 * @param isRight whether the column at a position is aligned to the right, as numbers are
 */
export function alignedLines(lines: readonly (readonly string[])[], isRight: (column: number) => boolean): string {
  const sizes = lines.map((cells) => cells.map(columnsOf));
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
