/** The message for each kind of changed row. */
export const kindWords = {
  all: 'comparing.kindAll',
  changed: 'comparing.kindChanged',
  added: 'comparing.kindAdded',
  removed: 'comparing.kindRemoved',
} as const;
