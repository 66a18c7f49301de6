/**
 * The beginning of a text of unknown origin for a message, with an ellipsis if the text is longer.
 * @param maxLength maximum length in UTF-16 code units, without the ellipsis. A surrogate pair is never split, because JSON
 * cannot represent half of one
 */
export function excerpt(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const beginning = text.slice(0, maxLength);
  return `${/[\ud800-\udbff]$/.test(beginning) ? beginning.slice(0, -1) : beginning}…`;
}
