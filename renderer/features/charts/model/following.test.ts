import { expect, test } from 'vitest';
import type { Chart } from '#shared/chart.ts';
import { testColumn } from '../../../testing/records.ts';
import { followingOf } from './following.ts';
import type { JointGroups } from './joint.ts';
import { chartOf } from './new-chart.ts';

const counted = chartOf(testColumn('name'), 'counted');
const median: Chart = { ...counted, measure: { function: 'Median', column: 'age' } };
const compared: Chart = { ...counted, compare: { version: '1', as: 'difference' } };
const groups: JointGroups = { keys: [], brushed: new Int32Array(), own: new Int32Array(), values: [], decimals: 0 };
const released = { chart: 'other', moving: false, filters: [] };
const moving = { ...released, moving: true };
const withoutFilter = { ...released, filters: null };

test.each([
  { says: 'none', of: 'nothing selected', chart: counted, brush: null },
  { says: 'none', of: 'its own selection', chart: counted, brush: { ...moving, chart: 'counted' } },
  { says: 'calculating', of: 'joint groups on their way', chart: counted, brush: moving },
  { says: 'selected', of: 'joint groups', chart: counted, brush: moving, joint: groups },
  { says: 'selected', of: 'joint groups without a filter', chart: counted, brush: withoutFilter, joint: groups },
  { says: 'when-released', of: 'too many joint groups', chart: counted, brush: moving, joint: null },
  { says: 'when-released', of: 'a median', chart: median, brush: moving },
  { says: 'when-released', of: 'two versions', chart: compared, brush: moving },
  { says: 'calculating', of: 'a median once released', chart: median, brush: released },
  { says: 'selected', of: 'a median of the selection', chart: median, brush: released, isOfSelection: true },
  { says: 'impossible', of: 'a median without a filter', chart: median, brush: withoutFilter },
])('a chart says "$says" of $of', ({ says, chart, brush, joint, isOfSelection = false }) => {
  expect(followingOf({ chart, isOfSelection }, brush, joint)).toBe(says);
});
