import { geoMercator } from 'd3-geo';
import type { CustomSeriesOption, EChartsOption, ScatterSeriesOption } from 'echarts';
import type { Chart } from '#shared/chart.ts';
import { countryName } from '../../../lib/geometry/shape-codes.ts';
import { bulkOf, type CountedPlace } from '../../../lib/groups/group-query.ts';
import type { Panel } from './chart-data.ts';
import { type ChartColors, type ChartTexts, type Limits, plainTooltip, valueScale } from './chart-parts.ts';
import { mixed } from './chart-style.ts';
import { cornerOf } from './layout.ts';
import { registeredShapes } from './registered-shapes.ts';

/** What the library knows the outlines of the world by. */
export const worldMap = 'world';

const mercator = geoMercator().scale(1).translate([0, 0]);
/** The latitude at which the square of the projection ends. */
const lastLatitude = 85.05;
/** How much land is shown around the cells, as a share of their extent. */
const margin = 0.06;
/** Degrees around places that are close together, and around one alone, whose surroundings say where it is. */
const [leastAround, aroundOne] = [0.02, 5];

/** Mercator's projection, whose squares of degrees stay upright rectangles; y grows downwards as on the screen. */
export const mercatorProjection = {
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
  const [one, other] = [mercatorProjection.project(first), mercatorProjection.project(second)];
  const along = (axis: 0 | 1, pixel: number) => {
    const share = (pixel - from[axis]) / (to[axis] - from[axis]);
    return (one[axis] ?? 0) + share * ((other[axis] ?? 0) - (one[axis] ?? 0));
  };
  const [lon = Number.NaN, lat = Number.NaN] = mercatorProjection.unproject([along(0, x), along(1, y)]);
  return Number.isNaN(lon) || Number.isNaN(lat) ? null : [lon, lat];
}

/** Steps along a map from which on its cells are drawn as dots: they would be smaller than these. */
const minDotSteps = 300;
/** Pixels across a dot: of few and of many of one size, and of the smallest and the largest of those sized by their values. */
const [fewDotPx, manyDotPx, leastDotPx, largestDotPx, manyDots] = [6, 3.5, 4, 26, 2000];

/** What is shown of the world: from where to where nearly all places lie, with some land around them. */
interface MapView {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

function viewOf(chart: Chart, { categories, series }: Panel): MapView {
  const isOfCounts = chart.measure.function === 'Count';
  // The number of places in a cell, as far as that is known; otherwise 1.
  const along = (axis: 0 | 1) =>
    categories.flatMap((category, at): CountedPlace[] => {
      const corner = cornerOf(category);
      const count = isOfCounts ? Math.abs(series[0]?.values[at] ?? 0) : 1;
      return corner === null ? [] : [{ at: corner[axis], count }];
    });
  const places = [along(0), along(1)] as const;
  const least = places[0].length === 1 ? aroundOne : leastAround;
  const [west, east] = endsOf(places[0], 0, chart.x.step, least);
  const [south, north] = endsOf(places[1], 1, chart.x.step, least);
  return { west, east, south, north };
}

function isInView({ west, east, south, north }: MapView, [lon, lat]: readonly [number, number]): boolean {
  return lon >= west && lon <= east && lat >= south && lat <= north;
}

/** What the places beyond the view of a map have together. */
export function valueBeyond(chart: Chart, panel: Panel): number {
  if (chart.mark !== 'map' || chart.x.function === null) return 0;
  const { categories, series } = panel;
  const view = viewOf(chart, panel);
  return categories.reduce((sum, category, at) => {
    const corner = cornerOf(category);
    return corner === null || isInView(view, corner) ? sum : sum + (series[0]?.values[at] ?? 0);
  }, 0);
}

/** The size of a dot: by its value, unless all have about the same. */
function dotSize(numbers: readonly number[], view: MapView) {
  const most = numbers.reduce((one, other) => Math.max(one, Math.abs(other)), 0);
  const isSized = numbers.some((one) => Math.abs(one) < most / 2);
  const plain = numbers.length > manyDots ? manyDotPx : fewDotPx;
  return (given: unknown): number => {
    const [lon = 0, lat = 0, value = 0] = Array.isArray(given) ? given.map(Number) : [];
    if (!isInView(view, [lon, lat])) return 0;
    return isSized ? Math.max(leastDotPx, Math.sqrt(Math.abs(value) / most) * largestDotPx) : plain;
  };
}

/** The corner and the value of a cell, and the position of its category. */
interface MapCell {
  readonly value: number[];
  readonly at: number;
}

/** So many countries at most are named, each of which covers this share of the map. */
const [maxNamed, leastShare] = [8, 0.02];

/** Room that a name takes to either side of its middle, and above and below it, as a share of the map. */
const [besideName, aboveName] = [0.06, 0.02];

/** The names of the largest countries in view, for orientation; none where values are. */
function namedRegions(view: MapView, cells: readonly MapCell[], locale: string, colors: ChartColors) {
  const { west, east, south, north } = view;
  const shapes = [...(registeredShapes.get(worldMap) ?? [])].map(([id, { name, bounds }]) => {
    const [left, bottom, right, top] = bounds;
    const [lon, lat] = [(left + right) / 2, (bottom + top) / 2];
    const isMiddleIn = lon > west && lon < east && lat > south && lat < north;
    const covered = ((right - left) * (top - bottom)) / ((east - west) * (north - south));
    const isHidden = cells.some(
      ({ value: [x = 0, y = 0] }) =>
        Math.abs(x - lon) < besideName * (east - west) && Math.abs(y - lat) < aboveName * (north - south),
    );
    return { id, name, covered: isMiddleIn && !isHidden ? covered : 0 };
  });
  return shapes
    .filter(({ covered }) => covered > leastShare)
    .toSorted((one, other) => other.covered - one.covered)
    .slice(0, maxNamed)
    .flatMap(({ id, name }) => {
      const formatter = countryName(id, locale);
      if (formatter === null) return [];
      return [{ name, label: { show: true, formatter, color: colors.quiet, fontSize: 10 } }];
    });
}

/** A map of places, coloured by their values: cells, or dots of another size each. The outlines of the world have to be registered as {@link worldMap}. */
export function mapOption(
  chart: Chart,
  panel: Panel,
  texts: ChartTexts,
  colors: ChartColors,
  limits: Limits | null,
): EChartsOption {
  const { step } = chart.x;
  const values = panel.series[0]?.values ?? [];
  const view = viewOf(chart, panel);
  const { west, east, south, north } = view;
  const isOfDots = Math.max(east - west, north - south) / step > minDotSteps;
  const cells = panel.categories.flatMap((category, at): MapCell[] => {
    const corner = cornerOf(category);
    const value = values[at] ?? null;
    if (corner === null || value === null || (chart.scale === 'log' && value <= 0)) return [];
    return [{ value: [...corner, chart.scale === 'log' ? Math.log10(value) : value], at }];
  });
  const numbers = limits === null ? cells.flatMap(({ at }) => values[at] ?? []) : [limits.min, limits.max];
  // Places that each stand for one row need no scale.
  const isPlain = numbers.every((value) => value === numbers[0]);
  // Dots are smaller than cells, and lie on land.
  const least = isPlain ? colors.accent : isOfDots ? mixed(colors.tint, colors.accent, 0.6) : colors.tint;
  const dots: ScatterSeriesOption = {
    type: 'scatter',
    coordinateSystem: 'geo',
    geoIndex: 0,
    data: cells.map(({ value: [lon = 0, lat = 0, value = 0] }) => [lon + step / 2, lat + step / 2, value]),
    symbolSize: dotSize(numbers, view),
    itemStyle: { opacity: 0.75, borderColor: colors.surface, borderWidth: cells.length > manyDots ? 0 : 0.5 },
    encode: { tooltip: 2 },
    progressive: 0,
    emphasis: { disabled: true },
  };
  const squares: CustomSeriesOption = {
    type: 'custom',
    coordinateSystem: 'geo',
    geoIndex: 0,
    data: cells.map(({ value }) => value),
    encode: { tooltip: 2 },
    renderItem: (_, api) => {
      const [lon, lat] = [Number(api.value(0)), Number(api.value(1))];
      if (!isInView(view, [lon, lat])) return;
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
      projection: mercatorProjection,
      preserveAspect: 'contain',
      roam: false,
      clip: true,
      silent: true,
      left: 8,
      right: isPlain ? 8 : limits === null ? 92 : 60,
      top: 8,
      bottom: 8,
      boundingCoords: [
        [west, north],
        [east, south],
      ],
      itemStyle: { areaColor: colors.line, borderColor: colors.surface, borderWidth: 0.5 },
      regions: limits === null ? namedRegions(view, cells, texts.locale, colors) : [],
      // What is drawn seldom stays on a surface of its own.
      zlevel: -1,
    },
    tooltip: {
      ...plainTooltip(colors),
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
    visualMap: {
      ...valueScale(chart, numbers, texts, colors, least, limits !== null),
      dimension: 2,
      ...(isPlain && { show: false }),
    },
    series: [isOfDots ? dots : squares],
  };
}

/** From where to where nearly all places reach along one axis, in degrees, with some land around them. */
function endsOf(
  places: readonly CountedPlace[],
  axis: 0 | 1,
  step: number,
  least: number,
): readonly [from: number, to: number] {
  const bulk = bulkOf(places);
  if (bulk === null) return axis === 0 ? [-180, 180] : [-60, 80];
  const [from, last] = bulk;
  const around = Math.max((last + step - from) * margin, step, least);
  const limit = axis === 0 ? 180 : lastLatitude;
  return [Math.max(-limit, from - around), Math.min(limit, last + step + around)];
}
