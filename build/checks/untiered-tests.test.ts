import { expect, it } from 'vitest';
import { untieredTests } from './untiered-tests.ts';

it.each([
  ['electron/lib/a.test.ts', '', true],
  ['electron/service/rows/b.long.test.ts', '', true],
  ['renderer/ui/c.test.tsx', '', true],
  ['e2e/explore/d.long.spec.ts', '', true],
  ['electron/lib/e.test.tsx', '', false],
  ['renderer/f.spec.ts', '', false],
  ['bench/g.test.ts', '', false],
  ['electron/lib/testing/cases.ts', "import { it } from 'vitest';\nit('works', () => {});", false],
  [
    'electron/lib/testing/more.ts',
    "import { expect } from 'vitest';\nexport const check = () => expect(1).toBe(1);",
    true,
  ],
])('%s with %j belongs to a tier: %s', (file, text, isTiered) => {
  expect(untieredTests([file], () => text)).toEqual(isTiered ? [] : [file]);
});
