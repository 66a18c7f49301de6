import letterWidths from './letter-widths.json';

let context: CanvasRenderingContext2D | null | undefined;

/** Width of a text in pixels. @param font in CSS notation, such as `700 18px sans-serif` */
export function textWidth(text: string, font: string): number {
  context ??= typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d');
  if (context === null) return widthOfLetters(text, font);
  context.font = font;
  return context.measureText(text).width;
}

/** Of letters that are not listed, in thousandths of the font's size: of most scripts, and of those of East Asia. */
const [otherWidth, wideWidth] = [600, 1000];
const firstListed = 0x20;
const isWide = /[\u2014\u2026\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef]/;

/** Width of a text where nothing can measure it: in Arial, and in the fonts that are made as wide. */
function widthOfLetters(text: string, font: string): number {
  const size = Number.parseFloat(font.split(' ').find((part) => part.endsWith('px')) ?? '12');
  const listed = /\b(bold|[6-9]00)\b/.test(font) ? letterWidths.bold : letterWidths.regular;
  const letters = [...text.normalize('NFD').replace(/\p{M}/gu, '')];
  const widthOf = (letter: string) =>
    listed[letter.charCodeAt(0) - firstListed] ?? (isWide.test(letter) ? wideWidth : otherWidth);
  return letters.reduce((sum, letter) => sum + (widthOf(letter) * size) / 1000, 0);
}

/** Of a line that nothing can measure, so that it also fits in the wider fonts that it may be drawn with. */
const filledShare = 0.84;

/** A text in lines of a width at most, broken between words and where it has a break of its own. */
export function textLines(text: string, width: number, font: string): string[] {
  const room = typeof document === 'undefined' ? filledShare * width : width;
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    for (const word of paragraph.split(/[ \t]+/).filter((one) => one !== '')) {
      const longer = `${lines.at(-1) ?? ''} ${word}`;
      if (lines.length === 0 || textWidth(longer, font) > room) lines.push(word);
      else lines[lines.length - 1] = longer;
    }
    return lines;
  });
}
