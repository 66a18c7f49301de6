import type { EChartsOption } from 'echarts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plotHeight, stillGrid, valueRange, valuesOption } from './drawing.ts';
import { echarts } from './echarts.ts';

const option: EChartsOption = {
  grid: { left: 8, right: 16, top: 8, bottom: 6, outerBoundsMode: 'same', outerBoundsContain: 'all' },
  xAxis: { type: 'category', data: ['a', 'b'] },
  yAxis: { type: 'value' },
  series: [{ type: 'bar', data: [10_000_000, 2] }],
};

function svgChart() {
  return echarts.init(null, null, { renderer: 'svg', ssr: true, width: 400, height: 300 });
}

it('draws values without their axes in the same place', () => {
  const chart = svgChart();
  chart.setOption(option);
  const grid = stillGrid(chart);
  chart.setOption({ grid });
  const values = svgChart();
  values.setOption(valuesOption(option, grid));
  const places = (drawn: typeof chart) => [0, 1].map((at) => drawn.convertToPixel('grid', [at, 2_500_000]));
  expect(places(values)).toEqual(places(chart));
  expect(values.renderToSVGString()).not.toContain('<text');
  expect(chart.renderToSVGString()).toContain('<text');
  for (const drawn of [chart, values]) drawn.dispose();
});

describe('the plot of a drawing', () => {
  let chart: ReturnType<typeof echarts.init>;
  beforeEach(() => {
    chart = svgChart();
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
});
