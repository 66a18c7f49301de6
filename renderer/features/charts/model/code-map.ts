import { geoNaturalEarth1 } from 'd3-geo';
import type { EChartsOption } from 'echarts';
import type { Chart, MapClasses, MapShapes } from '#shared/chart.ts';
import type { Bounds } from '../../../lib/geometry/geometry-bounds.ts';
import { shapeCodesOf } from '../../../lib/geometry/shape-codes.ts';
import { type Category, cellOf } from '../../../lib/groups/category.ts';
import { breaksOf, classesBetween, classText } from '../../../lib/groups/value-breaks.ts';
import type { Panel } from './chart-data.ts';
import { type ChartColors, type ChartTexts, fontSize, isCodeMap, type Limits, plainTooltip } from './chart-parts.ts';
import { mixed } from './chart-style.ts';
import { mercatorProjection, worldMap } from './map-option.ts';
import { ownCodes, registeredShapes } from './registered-shapes.ts';

/** What the library knows the outlines of a dataset by. */
export function ownShapesName({ namespace, dataset }: MapShapes): string {
  return `${namespace}/${dataset}`;
}

/** The outlines that the categories of a map name, and which of them each names. */
interface NamedShapes {
  readonly set: string;
  readonly ids: ReadonlyMap<string, string>;
}

const fiveQuantiles: MapClasses = { kind: 'quantile', count: 5 };

/** How the values of a map were divided, and into how many classes; null for another chart. */
export function classesOfMap(chart: Chart, panels: readonly Panel[]) {
  if (!isCodeMap(chart)) return null;
  const { classes = fiveQuantiles } = chart;
  const values = panels.flatMap(({ series }) => series.flatMap((one) => one.values.filter((value) => value !== null)));
  return { kind: classes.kind, count: breaksOf(values, classes).length + 1 };
}

/** Which outlines the categories of a map name; null for another chart, or if they name none. */
function shapesOf(chart: Chart, categories: readonly Category[]): NamedShapes | null {
  if (!isCodeMap(chart)) return null;
  const cells = namedCells(categories);
  if (chart.shapes === undefined) return shapeCodesOf(cells);
  const set = ownShapesName(chart.shapes);
  const named = (ownCodes.get(set) ?? []).map(
    (codes) => new Map(cells.flatMap((cell) => withId(String(cell), codes.get(String(cell))))),
  );
  // The column that fits most values has the codes.
  return { set, ids: named.reduce((best, one) => (one.size > best.size ? one : best), new Map<string, string>()) };
}

function withId(cell: string, id: string | undefined): [cell: string, id: string][] {
  return id === undefined ? [] : [[cell, id]];
}

function namedCells(categories: readonly Category[]): (string | number)[] {
  return categories.flatMap((category) => {
    const cell = cellOf(category);
    return typeof cell === 'string' || typeof cell === 'number' ? [cell] : [];
  });
}

/** The outlines that have to be registered before a chart is drawn; null for one without a map. */
export function mapNameOf(chart: Chart, categories: readonly Category[]): string | null {
  if (chart.mark !== 'map') return null;
  return isCodeMap(chart) ? (shapesOf(chart, categories)?.set ?? 'countries') : worldMap;
}

/** Categories that name no outline of the map, as they are in the data. */
export function unmatchedOf(chart: Chart, categories: readonly Category[]): string[] {
  const codes = shapesOf(chart, categories);
  const shapes = codes === null ? undefined : registeredShapes.get(codes.set);
  return namedCells(categories)
    .map(String)
    .filter((cell) => shapes?.has(codes?.ids.get(cell) ?? '') !== true);
}

const world = geoNaturalEarth1();
const projection = {
  project: ([x = 0, y = 0]: number[]): number[] => world([x, y]) ?? [0, 0],
  unproject: ([x = 0, y = 0]: number[]): number[] => world.invert?.([x, y]) ?? [0, 0],
};
/** A map that is projected already, whose y grows downwards. */
const plain = { project: (point: number[]) => point, unproject: (point: number[]) => point };

/** How outlines are drawn: as the world is, as they are, or so that small areas keep their form. */
function projectionOf(set: string) {
  return set === 'countries' ? projection : set === 'us-states' ? plain : mercatorProjection;
}

/** Wider areas are shown as the whole world. */
const maxDegrees = 150;
const margin = 0.05;
/** Degrees around countries, which lie on a map of others. */
const aroundCountries = 2;

/** What is shown of the outlines: those that are named, with some land around them. */
function corners(set: string, found: readonly Bounds[]): [number, number][] | undefined {
  const ends = (at: 0 | 1 | 2 | 3, by: (one: number, other: number) => number) =>
    found.map((bounds) => bounds[at]).reduce((one, other) => by(one, other));
  if (set === 'us-states' || found.length === 0) return undefined;
  const [west, south, east, north] = [ends(0, Math.min), ends(1, Math.min), ends(2, Math.max), ends(3, Math.max)];
  if (east - west > maxDegrees)
    return [
      [-180, 84],
      [180, -57],
    ];
  const around = Math.max(set === 'countries' ? aroundCountries : 0, margin * Math.max(east - west, north - south));
  return [
    [Math.max(-180, west - around), Math.min(84, north + around)],
    [Math.min(180, east + around), Math.max(-80, south - around)],
  ];
}

/** Pixels of the legend beside its texts, and of a letter of these. */
const [legendPx, letterPx] = [46, 6.8];

/** A map of countries or states, coloured by classes of their values. */
export function codeMapOption(
  chart: Chart,
  panel: Panel,
  texts: ChartTexts,
  colors: ChartColors,
  limits: Limits | null,
): EChartsOption {
  const codes = shapesOf(chart, panel.categories);
  const set = codes?.set ?? 'countries';
  const shapes = registeredShapes.get(set);
  const values = panel.series[0]?.values ?? [];
  const data = panel.categories.map((category, at) => {
    const shape = shapes?.get(codes?.ids.get(String(cellOf(category))) ?? '');
    const value = shape === undefined ? null : (values[at] ?? null);
    return { name: shape?.name ?? ' ', value: value ?? Number.NaN, bounds: shape?.bounds, at };
  });
  const known = data.filter(({ value }) => !Number.isNaN(value));
  // Small maps share their classes.
  const classed = limits?.values ?? known.map(({ value }) => value);
  const breaks = breaksOf(classed, chart.classes ?? fiveQuantiles);
  const bounds = corners(
    set,
    known.flatMap((one) => (one.bounds === undefined ? [] : [one.bounds])),
  );
  const isIncomplete = known.length < (shapes?.size ?? 0);
  const pieces = [...piecesOf(breaks, texts, colors), ...(isIncomplete ? [missingPiece(texts, colors)] : [])];
  return {
    tooltip: {
      ...plainTooltip(colors),
      formatter: (given: unknown) => {
        const at = typeof given === 'object' && given !== null && 'dataIndex' in given ? Number(given.dataIndex) : -1;
        const [category, value] = [panel.categories[at], values[at] ?? null];
        if (category === undefined || value === null) return '';
        return `${texts.category(category, 'x')}\n${texts.measure}: ${texts.figure(value)}`;
      },
    },
    visualMap: {
      type: 'piecewise',
      selectedMode: false,
      orient: 'vertical',
      align: 'left',
      right: 0,
      top: 'middle',
      itemWidth: 12,
      itemHeight: 12,
      textStyle: { color: colors.quiet, fontSize },
      outOfRange: { color: colors.line },
      pieces,
    },
    series: [
      {
        type: 'map',
        map: set,
        projection: projectionOf(set),
        nameProperty: 'name',
        left: 8,
        right: legendPx + letterPx * pieces.reduce((longest, { label }) => Math.max(longest, label.length), 0),
        top: 8,
        bottom: 8,
        preserveAspect: 'contain',
        clip: true,
        ...(bounds !== undefined && { boundingCoords: bounds }),
        roam: false,
        label: { show: false },
        itemStyle: { areaColor: colors.line, borderColor: colors.surface, borderWidth: 0.5 },
        emphasis: { label: { show: false }, itemStyle: { borderColor: colors.text, borderWidth: 1 } },
        select: { disabled: true },
        data: data.map(({ name, value }) => ({ name, value })),
      },
    ],
  } as EChartsOption;
}

/** Outlines without a value, of which there are none in any class. */
function missingPiece(texts: ChartTexts, colors: ChartColors) {
  return { lt: -Number.MAX_VALUE, label: texts.category({ kind: 'missing' }, 'x'), color: colors.line };
}

/** The classes from the highest to the lowest, as they are read beside the map. */
function piecesOf(breaks: readonly number[], texts: ChartTexts, colors: ChartColors) {
  const shade = (at: number) => mixed(colors.tint, colors.accent, breaks.length === 0 ? 1 : at / breaks.length);
  const most = Math.abs(breaks.at(-1) ?? 0);
  return classesBetween(breaks).map((ends, at) => ({
    // What is missing lies below all numbers, and stands below their classes.
    gte: ends.from ?? -Number.MAX_VALUE,
    ...(ends.to !== undefined && { lt: ends.to }),
    label: classText(ends, (value, digits) => texts.axisFigure(value, digits, most)),
    color: shade(at),
  }));
}
