let context: CanvasRenderingContext2D | null | undefined;

/** Pixels of a letter where nothing is drawn, as a share of the font's size. */
const letterShare = 0.58;

/** Width of a text in pixels. @param font in CSS notation, such as `700 18px sans-serif` */
export function textWidth(text: string, font: string): number {
  context ??= typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d');
  if (context === null)
    return text.length * letterShare * Number.parseFloat(font.split(' ').find((part) => part.endsWith('px')) ?? '12');
  context.font = font;
  return context.measureText(text).width;
}

/** A text in lines of a width at most, broken between words and where it has a break of its own. */
export function textLines(text: string, width: number, font: string): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    for (const word of paragraph.split(/[ \t]+/).filter((one) => one !== '')) {
      const longer = `${lines.at(-1) ?? ''} ${word}`;
      if (lines.length === 0 || textWidth(longer, font) > width) lines.push(word);
      else lines[lines.length - 1] = longer;
    }
    return lines;
  });
}
