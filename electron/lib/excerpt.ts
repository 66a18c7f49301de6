/**
 * The beginning of a foreign text for a message, with an ellipsis if it goes on.
 * @param most maximum length in UTF-16 code units, without the ellipsis. No character is cut in half: JSON could not
 *   hold it
 */
export function excerpt(text: string, most: number): string {
  if (text.length <= most) return text;
  const beginning = text.slice(0, most);
  return `${/[\ud800-\udbff]$/.test(beginning) ? beginning.slice(0, -1) : beginning}…`;
}
