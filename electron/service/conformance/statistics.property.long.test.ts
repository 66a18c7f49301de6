import { expect, it } from 'vitest';
import { caseCount } from '../../lib/testing/tier.ts';
import { compareGroups } from './testing/group-differential.ts';
import { underTest } from './testing/service-under-test.ts';

const under = underTest();

/** Queries of each table. */
const queries = 40;

it('4,000 random aggregations: the service returns what a plain loop with exact numbers returns', async () => {
  const { refused, answered } = await compareGroups(under, caseCount(100, 100), queries);
  expect(Math.min(refused, answered)).toBeGreaterThan(0);
}, 7_200_000);
