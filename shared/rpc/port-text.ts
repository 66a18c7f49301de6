/** Marks a text that contains integers which JSON has no numbers for. */
const mark = '~';
const member = '$bigint';

/** A message of a port as text, for a WebSocket; {@link readPortText} reads it. Integers of any size are kept. */
export function portText(message: unknown): string {
  try {
    return JSON.stringify(message);
  } catch (error) {
    // Thrown for a `bigint`, which few pages of rows contain: only they pay for the second form.
    if (!(error instanceof TypeError)) throw error;
    const tagged = (_name: string, value: unknown) => (typeof value === 'bigint' ? { [member]: `${value}` } : value);
    return mark + JSON.stringify(message, tagged);
  }
}

/** The message in a text from {@link portText}; undefined for any other text. */
export function readPortText(text: string): unknown {
  try {
    return text.startsWith(mark) ? JSON.parse(text.slice(mark.length), untagged) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function untagged(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !(member in value)) return value;
  const { [member]: digits } = value as { readonly [member]: unknown };
  return typeof digits === 'string' && /^-?\d+$/.test(digits) ? BigInt(digits) : value;
}
