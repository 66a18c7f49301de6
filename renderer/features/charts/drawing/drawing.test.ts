import type { EChartsOption } from 'echarts';
import { expect, it } from 'vitest';
import { valuesOption } from './drawing.ts';
import { echarts } from './echarts.ts';
import { stillGrid } from './plot-area.ts';

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
