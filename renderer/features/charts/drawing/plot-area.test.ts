import type { EChartsOption } from 'echarts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { echarts } from './echarts.ts';
import { plotHeight, stillGrid, valueRange } from './plot-area.ts';

const option: EChartsOption = {
  grid: { left: 8, right: 16, top: 8, bottom: 6, outerBoundsMode: 'same', outerBoundsContain: 'all' },
  xAxis: { type: 'category', data: ['a', 'b'] },
  yAxis: { type: 'value' },
  series: [{ type: 'bar', data: [10_000_000, 2] }],
};

let chart: ReturnType<typeof echarts.init>;
beforeEach(() => {
  chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width: 400, height: 300 });
  chart.setOption(option);
});
afterEach(() => chart.dispose());

const positions = () => ['a', 'b'].map((name) => chart.convertToPixel({ xAxisIndex: 0 }, name));

it('finds where the plot reaches down', () => {
  const [top, bottom] = plotHeight(chart, 200);
  expect(top).toBeGreaterThanOrEqual(8);
  expect(bottom).toBeLessThan(294);
  expect(chart.containPixel('grid', [200, top + 1])).toBe(true);
  expect(chart.containPixel('grid', [200, bottom + 1])).toBe(false);
});

it('keeps the plot where it is while its labels become shorter', () => {
  const before = positions();
  chart.setOption({ grid: stillGrid(chart), series: [{ data: [1, 2] }] });
  const after = positions();
  for (const at of [0, 1]) expect(after[at]).toBeCloseTo(before[at] ?? 0, 0);
});

it('would not keep it otherwise', () => {
  const before = positions();
  chart.setOption({ series: [{ data: [1, 2] }] });
  expect(positions()[0]).toBeLessThan((before[0] ?? 0) - 5);
});

it('reads the range of the axis of values exactly', () => {
  const grid = stillGrid(chart);
  chart.setOption({ grid });
  expect(valueRange(chart, grid)).toEqual([0, 10_000_000]);
  chart.setOption({ series: [{ data: [0.07, -0.021] }] });
  expect(valueRange(chart, grid)).toEqual([-0.04, 0.08]);
});
