/** Explanations about followed sources on the web: the kinds of the values of each code. */
export const sourcesValues = {
  'source-malformed': { host: 'text', protocol: 'text', address: 'text' },
  'source-entry-gone': { host: 'text', entry: 'text' },
  'source-without-data': { host: 'text', entry: 'text' },
  'source-count-differs': { host: 'text', expected: 'amount', found: 'amount' },
  'source-length-differs': { host: 'text', file: 'text', expected: 'amount', found: 'amount' },
  'source-checksum-differs': { host: 'text', file: 'text' },
  'source-page-twice': { host: 'text', address: 'text' },
  'source-changed-meanwhile': { host: 'text' },
  'source-says': { host: 'text', said: 'text' },
  'source-preparing': { host: 'text', entry: 'text' },
  'source-too-much': { host: 'text', entry: 'text', choices: 'text' },
  'source-only-part': { host: 'text', entry: 'text' },
  'source-file-outside': { host: 'text', file: 'text' },
  'source-parameter-unknown': { host: 'text', name: 'text', value: 'text' },
} as const;
