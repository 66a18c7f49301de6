/** What has become of a row, by the message that says it. */
export const kindWords = {
  all: 'comparing.kindAll',
  changed: 'comparing.kindChanged',
  added: 'comparing.kindAdded',
  removed: 'comparing.kindRemoved',
} as const;
