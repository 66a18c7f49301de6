/** What long work is doing. Each program words these codes for its user. */
export const phases = [
  'preparing',
  'inspecting-file',
  'asking-service',
  'waiting',
  'waiting-for-service',
  'waiting-for-version',
  'fetching',
  'unpacking',
  'reading',
  'reading-file',
  'reading-sheet',
  'filtering',
  'sorting',
  'comparing',
  'writing',
  'writing-sheets',
  'writing-rejects',
  'checking',
  'sending',
  'importing',
] as const;
export type Phase = (typeof phases)[number];
