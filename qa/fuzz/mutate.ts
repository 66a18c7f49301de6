type Random = () => number;

/** Bytes and texts that many formats treat in a way of their own. */
const usual = [
  ...[
    '\0',
    '\n',
    '\r\n',
    '"',
    '""',
    "'",
    ',',
    ';',
    '\t',
    '|',
    '\\',
    '\ufeff',
    '\u2028',
    'é',
    '🚲',
    '\ud83d',
    '%',
    '%00',
    '%ff',
  ],
  ...['0', '-1', '1e999', '9007199254740993', '-9223372036854775809', 'NaN', '-Infinity', '1.5', '00', '0x10'],
  ...['null', 'true', '[]', '{}', '{"', '":', '__proto__', 'constructor', '\\ud800', '[[[[[[[[', ']', '}'],
  ...[
    '1970-01-01',
    '31/02/2020',
    '24:00',
    '2020-W53',
    '12:30:00+25:00',
    '&',
    '=',
    '?',
    '#',
    '//',
    '..',
    '<',
    '>',
    '&lt;',
  ],
].map((text) => (Buffer.from(text, 'latin1').length === text.length ? Buffer.from(text, 'latin1') : Buffer.from(text)));

const maxBytes = 64 * 1024;

/** Changes some bytes at random, or puts parts of another input in. @param words of the format */
export function mutate(bytes: Uint8Array, other: Uint8Array, words: readonly string[], random: Random): Uint8Array {
  const below = (limit: number) => Math.floor(random() * limit);
  let result = Buffer.from(bytes);
  const put = (at: number, removed: number, added: Uint8Array) => {
    result = Buffer.concat([result.subarray(0, at), added, result.subarray(at + removed)]).subarray(0, maxBytes);
  };
  const set = (byte: number, at = below(result.length)) => {
    if (result.length > 0) result[at] = byte;
  };
  const acts: readonly (() => void)[] = [
    () => set(below(256)),
    (at = below(result.length)) => set((result[at] ?? 0) ^ (1 << below(8)), at),
    () => put(below(result.length + 1), 0, Buffer.from([below(256)])),
    () => put(below(result.length + 1), 1 + below(8), Buffer.alloc(0)),
    () => put(below(result.length + 1), below(2) * below(16), usual[below(usual.length)] as Buffer),
    () =>
      words.length > 0 &&
      put(below(result.length + 1), below(2) * below(16), Buffer.from(words[below(words.length)] ?? '')),
    () => {
      const from = below(result.length);
      const part = result.subarray(from, from + 1 + below(64));
      const times = random() < 0.1 ? below(200) : 1;
      put(below(result.length + 1), 0, Buffer.concat(Array.from({ length: times }, () => part)));
    },
    () => {
      const from = below(other.length);
      put(below(result.length + 1), below(2) * below(64), other.subarray(from, from + 1 + below(256)));
    },
    () => put(below(result.length + 1), result.length, Buffer.alloc(0)),
  ];
  for (let left = 1 << below(5); left > 0; left -= 1) acts[below(acts.length)]?.();
  return result;
}
