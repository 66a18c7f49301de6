import type { ZipPart } from '../archive/zip-file.ts';
import { readXml } from './xml-events.ts';

/** Characters that XML cannot hold stand as `_x0000_` (ECMA-376 part 1, 22.9.2.19). */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/**
 * Reads the texts that the cells of a workbook refer to by number. Pieces of rich text are joined; how a text is
 * pronounced is left out.
 */
export async function readSharedStrings(part: ZipPart | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (part === undefined) return strings;
  let text = '';
  let inText = false;
  let inPhonetic = false;
  await readXml(await part.read(), {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') inPhonetic = true;
      else if (name === 't') inText = !inPhonetic;
    },
    text(piece) {
      if (inText) text += piece;
    },
    close(name) {
      if (name === 't') inText = false;
      else if (name === 'rPh') inPhonetic = false;
      else if (name === 'si') strings.push(unescapeText(text));
    },
  });
  return strings;
}
