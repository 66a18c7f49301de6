/**
 * The beginning of a text of unknown origin for a message, with an ellipsis if the text is longer.
 * @param most maximum length in UTF-16 code units, without the ellipsis. A surrogate pair is never split, because JSON
 * cannot represent half of one
 */
export function excerpt(text: string, most: number): string {
  if (text.length <= most) return text;
  const beginning = text.slice(0, most);
  return `${/[\ud800-\udbff]$/.test(beginning) ? beginning.slice(0, -1) : beginning}…`;
}
