/**
 * Texts that are compared ignoring case: canonically equivalent ones (Unicode NFC), and those with equal full case folding,
 * are the same. So `STRASSE` is `Straße`, `ΟΔΟΣ` is `οδος` or `οδοσ`, and `é` is the same in one or two characters; `e` is
 * another letter. Folding knows no language: `I` is `i`, and the dotless `ı` only itself, as in Unicode's default.
 */
export function foldedText(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return Array.from(text.normalize('NFC'), foldedCharacter).join('').normalize('NFC');
}

/** The full case folding of a character, where letters of two cases become small ones. */
export function foldedCharacter(character: string): string {
  if (character === 'ı') return character;
  return character.toLowerCase().toUpperCase().toLowerCase();
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}
