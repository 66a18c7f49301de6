import { geoMercator } from 'd3-geo';
import type { CustomSeriesOption, EChartsOption } from 'echarts';
import type { Chart } from '#shared/chart.ts';
import type { Panel } from './chart-data.ts';
import { type ChartColors, type ChartTexts, type Limits, valueScale } from './chart-parts.ts';
import { cornerOf } from './layout.ts';

/** What the library knows the outlines of the world by. */
export const worldMap = 'world';

const mercator = geoMercator().scale(1).translate([0, 0]);
/** The latitude at which the square of the projection ends. */
const lastLatitude = 85.05;
/** How much land is shown around the cells, as a share of their extent. */
const margin = 0.06;

/** Mercator's projection, whose squares of degrees stay upright rectangles; y grows downwards as on the screen. */
const projection = {
  project([lon = 0, lat = 0]: number[]): number[] {
    return mercator([lon, Math.max(-lastLatitude, Math.min(lastLatitude, lat))]) ?? [0, 0];
  },
  unproject([x = 0, y = 0]: number[]): number[] {
    return mercator.invert?.([x, y]) ?? [0, 0];
  },
};

/** Two places that are apart from each other in both directions. */
const [first, second]: readonly [number, number][] = [
  [0, 0],
  [45, 45],
];

/**
 * The place in degrees at a pixel of a map. The library's own inverse passes over the projection of its maps.
 * @param toPixel where the library draws a place; null while it draws none
 */
export function placeAt(
  toPixel: (place: readonly [number, number]) => readonly [number, number] | null,
  [x, y]: readonly [number, number],
): readonly [lon: number, lat: number] | null {
  if (first === undefined || second === undefined) return null;
  const [from, to] = [toPixel(first), toPixel(second)];
  if (from === null || to === null) return null;
  const [one, other] = [projection.project(first), projection.project(second)];
  const along = (axis: 0 | 1, pixel: number) => {
    const share = (pixel - from[axis]) / (to[axis] - from[axis]);
    return (one[axis] ?? 0) + share * ((other[axis] ?? 0) - (one[axis] ?? 0));
  };
  const [lon = Number.NaN, lat = Number.NaN] = projection.unproject([along(0, x), along(1, y)]);
  return Number.isNaN(lon) || Number.isNaN(lat) ? null : [lon, lat];
}

/** A map of cells, coloured by their values. The outlines of the world have to be registered as {@link worldMap}. */
export function mapOption(
  chart: Chart,
  panel: Panel,
  texts: ChartTexts,
  colors: ChartColors,
  limits: Limits | null,
): EChartsOption {
  const { step } = chart.x;
  const values = panel.series[0]?.values ?? [];
  const placed = panel.categories.flatMap((category) => cornerOf(category) ?? []);
  const [west, east] = endsOf(placed, 0, step);
  const [south, north] = endsOf(placed, 1, step);
  const cells = panel.categories.flatMap((category, at): { value: number[]; at: number }[] => {
    const corner = cornerOf(category);
    const value = values[at] ?? null;
    if (corner === null || value === null || (chart.scale === 'log' && value <= 0)) return [];
    return [{ value: [...corner, chart.scale === 'log' ? Math.log10(value) : value], at }];
  });
  const numbers = limits === null ? cells.flatMap(({ at }) => values[at] ?? []) : [limits.min, limits.max];
  const series: CustomSeriesOption = {
    type: 'custom',
    coordinateSystem: 'geo',
    geoIndex: 0,
    data: cells.map(({ value }) => value),
    encode: { tooltip: 2 },
    renderItem: (_, api) => {
      const [lon, lat] = [Number(api.value(0)), Number(api.value(1))];
      const [left = 0, bottom = 0] = api.coord([lon, lat]);
      const [right = 0, top = 0] = api.coord([lon + step, lat + step]);
      return {
        type: 'rect',
        shape: { x: left, y: top, width: right - left, height: bottom - top },
        style: { fill: String(api.visual('color')), opacity: 0.85 },
      };
    },
  };
  return {
    geo: {
      map: worldMap,
      projection,
      preserveAspect: 'contain',
      roam: false,
      silent: true,
      left: 8,
      right: limits === null ? 92 : 60,
      top: 8,
      bottom: 8,
      boundingCoords: [
        [west, north],
        [east, south],
      ],
      itemStyle: { areaColor: colors.line, borderColor: colors.surface, borderWidth: 0.5 },
      // What is drawn seldom stays on a surface of its own.
      zlevel: -1,
    },
    tooltip: {
      renderMode: 'richText',
      confine: true,
      backgroundColor: colors.surface,
      borderColor: colors.line,
      textStyle: { color: colors.text, fontSize: 11.5 },
      formatter: (given: unknown) => {
        const drawn =
          typeof given === 'object' && given !== null && 'dataIndex' in given ? Number(given.dataIndex) : -1;
        const cell = cells[drawn];
        const category = cell === undefined ? undefined : panel.categories[cell.at];
        if (cell === undefined || category === undefined) return '';
        const value = values[cell.at] ?? null;
        return `${texts.category(category, 'x')}\n${texts.measure}: ${value === null ? '–' : texts.figure(value)}`;
      },
    },
    visualMap: { ...valueScale(chart, numbers, texts, colors, colors.tint, limits !== null), dimension: 2 },
    series: [series],
  };
}

/** From where to where cells reach along one axis, in degrees, with some land around them. */
function endsOf(placed: readonly number[], axis: 0 | 1, step: number): readonly [from: number, to: number] {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = axis; at < placed.length; at += 2) {
    from = Math.min(from, placed[at] ?? from);
    to = Math.max(to, (placed[at] ?? to) + step);
  }
  if (from > to) return axis === 0 ? [-180, 180] : [-60, 80];
  const around = Math.max((to - from) * margin, step);
  const limit = axis === 0 ? 180 : lastLatitude;
  return [Math.max(-limit, from - around), Math.min(limit, to + around)];
}
