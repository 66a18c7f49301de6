import { expect, it } from 'vitest';
import { impatientWaits } from './impatient-waits.ts';
import { parseSource } from './source-files.ts';

it.each([
  ['vi.waitFor(() => expect(1).toBe(1))', ['a.test.ts:2: vi.waitFor']],
  ['vi.waitUntil(() => true, 5_000)', ['a.test.ts:2: vi.waitUntil']],
  ['vi.waitUntil(() => true, { interval: 5 })', ['a.test.ts:2: vi.waitUntil']],
  ['vi.waitFor(() => expect(1).toBe(1), { timeout: 60_000 })', []],
  ['expect.poll(() => 1).toBe(1)', []],
])('of %s, those without a time are found', (call, found) => {
  expect(impatientWaits(parseSource('a.test.ts', `\nawait ${call};`))).toEqual(found);
});
