/** Characters that control a terminal or the direction of text, except line breaks. */
const commanding = /(?!\n)[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const controlPictures = 0x2400;

/**
 * A text that is safe for a terminal: names from a service or a file could otherwise set its title, move
 * its cursor, or write to the clipboard. Control characters show as their pictures (U+2400 and on), others as U+FFFD.
 */
export function printable(text: string): string {
  return text.replace(commanding, (character) => {
    const code = character.charCodeAt(0);
    if (code === 0x7f) return '\u2421';
    return code < 0x20 ? String.fromCharCode(controlPictures + code) : '\ufffd';
  });
}

/** A text that is safe for a terminal, shortened and on one line. */
export function printableCell(text: string, maxLength = 100): string {
  const line = printable(text.slice(0, 2 * maxLength).replace(/\s+/g, ' '));
  return line.length > maxLength || text.length > 2 * maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
}
