/** More files than this are not one table. */
const maxParts = 1000;

/**
 * The addresses of several files that are one table: `{1..12}` in an address stands for these numbers, `{01..12}` for
 * numbers of two digits. Without braces it is the address itself.
 */
export function partAddresses(address: string): string[] {
  const readable = address.replaceAll(/%7B/gi, '{').replaceAll(/%7D/gi, '}');
  const [range, first = '', last = ''] = /\{(\d{1,9})\.\.(\d{1,9})\}/.exec(readable) ?? [];
  if (range === undefined || Number(last) < Number(first)) return [address];
  const count = Math.min(Number(last) - Number(first) + 1, maxParts);
  const width = first.startsWith('0') ? first.length : 0;
  return Array.from({ length: count }, (_, at) =>
    readable.replace(range, String(Number(first) + at).padStart(width, '0')),
  );
}
