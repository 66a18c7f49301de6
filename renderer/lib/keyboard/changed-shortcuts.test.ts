import { expect, test } from 'vitest';
import { keysOf } from '#shared/shortcuts.ts';
import { assignKeys, readShortcuts } from './changed-shortcuts.ts';

test('what is no shortcut, or stored twice, falls back to the initial keys', () => {
  const stored = { jobs: 'mod+shift+J', cite: 'mod+shift+J', search: 'mod+Q', help: 7, export: 'mod+Z', palette: 'F7' };
  expect(readShortcuts(stored, false)).toEqual({ jobs: 'mod+shift+J', palette: 'F7' });
  for (const damaged of [undefined, null, 'mod+K', 12, ['K']]) expect(readShortcuts(damaged, false)).toEqual({});
});

test('keys are taken from the command that has them, and returned with its initial ones', () => {
  const taken = assignKeys({}, 'jobs', 'mod+F');
  expect(taken).toEqual({ jobs: 'mod+F' });
  expect(keysOf('search', taken)).toBeUndefined();
  expect(assignKeys(taken, 'search', 'mod+J')).toEqual({ jobs: 'mod+F', search: 'mod+J' });
  expect(assignKeys(taken, 'cite', 'mod+F')).toEqual({ cite: 'mod+F' });
  // Either of them gets its initial keys back, and so does the other.
  expect(assignKeys(taken, 'search', 'mod+F')).toEqual({});
  expect(assignKeys(taken, 'jobs', 'mod+J')).toEqual({});
  expect(assignKeys({ cite: 'F7' }, 'cite', undefined)).toEqual({});
});
