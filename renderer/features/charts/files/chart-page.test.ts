import { expect, test } from 'vitest';
import { type ChartPage, drawingsOf, fittedSize, pageInSize, pageOption, placesOf } from './chart-page.ts';

const size = { width: 800, height: 500, scale: 1.2, grows: true };
const rowsOf = (count: number) => ({
  name: '',
  option: {
    yAxis: { type: 'category' as const, data: Array.from({ length: count }, String), axisLabel: { interval: 0 } },
  },
});
const page: ChartPage = {
  panels: [rowsOf(10)],
  size,
  isStacked: false,
  credits: { title: 'Unemployment by region', source: '', addresses: [], link: '' },
  printed: { subtitle: '', note: '', footer: 'Source: Office' },
  colors: { font: '', text: '', quiet: '', line: '', surface: '', tint: '', accent: '', series: [], rest: '' },
};

test('a page becomes higher for more rows than it has room for, or its letters smaller', () => {
  expect(fittedSize(page)).toEqual(size);
  const many = { ...page, panels: [rowsOf(40)] };
  const grown = fittedSize(many);
  expect(grown).toMatchObject({ width: 800, scale: 1.2 });
  expect(grown.height).toBeGreaterThan(40 * 16);
  const slide = fittedSize({ ...many, size: { ...size, grows: false } });
  expect([Math.round(slide.width * slide.scale), Math.round(slide.height * slide.scale)]).toEqual([960, 600]);
  expect(slide.height).toBe(grown.height);
});

test('a long title is broken into lines, above which no drawing begins', () => {
  const long = { ...page, credits: { ...page.credits, title: 'A title as editors write it '.repeat(6) } };
  const [plain, broken] = [page, long].map((one) => placesOf(one)[0]);
  expect((broken?.y ?? 0) - (plain?.y ?? 0)).toBeGreaterThan(20);
  expect(JSON.stringify(pageOption(long))).not.toContain('truncate');
});

test('small charts explain their colours once', () => {
  const option = { legend: {}, visualMap: { min: 0, max: 5 } };
  const panels = [option, option, { ...option, visualMap: { min: 0, max: 9 } }].map((one) => ({
    option: one,
    name: 'a',
  }));
  const drawn = drawingsOf({ ...page, panels });
  expect(drawn.map(({ legend }) => legend)).toEqual([{}, { show: false }, { show: false }]);
  expect(drawn.map(({ visualMap }) => Object.hasOwn(visualMap ?? {}, 'show'))).toEqual([false, true, false]);
});

test('a page has the size that is asked for: its letters grow with it, and shrink before a drawing is too low', () => {
  const free = { ...page, panels: [{ name: '', option: {} }] };
  const sizeOf = (width: number | null, height: number | null, of: ChartPage = free) => {
    const { size } = pageInSize(of, { width, height });
    return [size.width * size.scale, size.height * size.scale, size.scale].map(
      (length) => Math.round(length * 10) / 10,
    );
  };
  expect(sizeOf(null, null)).toEqual([960, 600, 1.2]);
  expect(sizeOf(600, null)).toEqual([600, 375, 1]);
  expect(sizeOf(1200, null)).toEqual([1200, 750, 1.5]);
  expect(sizeOf(1200, 400)).toEqual([1200, 400, 1.5]);
  const [width, height, scale = 1] = sizeOf(200, 150);
  expect([width, height, scale < 1]).toEqual([200, 150, true]);
  const [, high = 0] = sizeOf(600, null, { ...page, panels: [rowsOf(60)] });
  expect(high).toBeGreaterThan(60 * 16);
  expect(sizeOf(2000, null, { ...page, panels: [rowsOf(500)] })[1]).toBe(4000);
});
