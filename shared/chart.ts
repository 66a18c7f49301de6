import { type Static, Type } from 'typebox';
import type { Immutable } from './immutable.ts';
import { aggregateFunctionNames, keyFunctionNames } from './query-vocabulary.ts';
import { oneOf, orNull } from './rpc/one-of.ts';

/** How a chart draws its groups. */
export const chartMarks = ['bar', 'line', 'area', 'box', 'heatmap', 'scatter', 'map'] as const;

/** What rows are grouped by. */
export const Dimension = Type.Object({
  column: Type.String(),
  /** `auto` picks time steps or bins that suit the values; null uses the values themselves. */
  function: orNull(oneOf('auto', ...keyFunctionNames)),
  /** Width of a bin, or degrees of a cell; 0 if the function has none, or it is chosen automatically. */
  step: Type.Number({ minimum: 0 }),
});
export type Dimension = Immutable<Static<typeof Dimension>>;

/** What is drawn for each group: `Value` is that of the only row that a group has. */
export const Measure = Type.Object({
  function: oneOf('Value', ...aggregateFunctionNames),
  /** The column; null for `Count` and `Share` of rows. */
  column: orNull(Type.String()),
});
export type Measure = Immutable<Static<typeof Measure>>;

/** How a chart shows another version of the dataset: beside its own, or subtracted from it. */
export const chartComparisons = ['both', 'difference'] as const;

/** The version that a chart is compared with. */
export const ChartComparison = Type.Object({ version: Type.String(), as: oneOf(...chartComparisons) });
export type ChartComparison = Immutable<Static<typeof ChartComparison>>;

const steps = Type.Integer({ minimum: 1, maximum: 1000 });

/** What is shown of the value of each group, along a dimension or among other groups. */
export const ShowAs = Type.Union([
  Type.Object({ kind: Type.Literal('change'), steps }),
  Type.Object({ kind: Type.Literal('percent-change'), steps }),
  /** An empty base stands for the first value. */
  Type.Object({ kind: Type.Literal('index'), base: Type.String() }),
  Type.Object({ kind: Type.Literal('rolling'), steps }),
  Type.Object({ kind: Type.Literal('running') }),
  /** Of the groups at the same place; in a summary, of a row, a column or the whole table. */
  Type.Object({ kind: Type.Literal('share'), of: Type.Optional(oneOf('row', 'column', 'total')) }),
  Type.Object({ kind: Type.Literal('rank') }),
  /** Divided by the sum of another column, or the number of rows if it is null. */
  Type.Object({ kind: Type.Literal('per'), column: orNull(Type.String()), scale: Type.Number() }),
]);
export type ShowAs = Immutable<Static<typeof ShowAs>>;

/** A further value for each group: in a panel below, or in the same one against an axis of its own. */
export const SecondMeasure = Type.Object({ ...Measure.properties, place: oneOf('panel', 'axis') });
export type SecondMeasure = Immutable<Static<typeof SecondMeasure>>;

const label = Type.String({ maxLength: 100 });

/** What values are compared with: a line at a value or at the mean of all, or a band of a period. */
export const Reference = Type.Union([
  Type.Object({ kind: Type.Literal('value'), value: Type.Number(), label }),
  Type.Object({ kind: Type.Literal('mean') }),
  /** From the first to the last category, as an answer has them or shorter: `2008` contains its months. */
  Type.Object({ kind: Type.Literal('period'), from: Type.String(), to: Type.String(), label }),
]);
export type Reference = Immutable<Static<typeof Reference>>;

/** Words of an editor, in place of those that follow from the chart and its dataset. */
export const ChartWords = Type.Object({
  title: Type.Optional(Type.String({ maxLength: 300 })),
  subtitle: Type.Optional(Type.String({ maxLength: 500 })),
  note: Type.Optional(Type.String({ maxLength: 1000 })),
  source: Type.Optional(Type.String({ maxLength: 500 })),
  licence: Type.Optional(Type.String({ maxLength: 300 })),
});
export type ChartWords = Immutable<Static<typeof ChartWords>>;

/** Sets of colours, of which those of the theme are the standard; with `accent`, all but the first series are grey. */
export const chartPalettes = ['standard', 'bright', 'accent'] as const;
/** Sizes of exported pictures. */
export const chartSizes = ['article', 'slide', 'square', 'a4'] as const;

/** A note at the value of a category, as an answer has it; of the first series unless one is named. */
export const Annotation = Type.Object({
  at: Type.String({ maxLength: 200 }),
  series: Type.Optional(Type.String({ maxLength: 200 })),
  text: Type.String({ maxLength: 200 }),
});
export type Annotation = Immutable<Static<typeof Annotation>>;

/** How a published chart looks; what is missing follows from the chart and the theme. */
export const ChartStyle = Type.Object({
  colors: Type.Optional(oneOf(...chartPalettes)),
  accent: Type.Optional(Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })),
  decimals: Type.Optional(Type.Integer({ minimum: 0, maximum: 6 })),
  /** Periods in words, or as ISO 8601 writes them. */
  dates: Type.Optional(oneOf('words', 'iso')),
  /** The ends of the axis of values. */
  min: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
  size: Type.Optional(oneOf(...chartSizes)),
  annotations: Type.Optional(Type.Array(Annotation, { maxItems: 20 })),
});
export type ChartStyle = Immutable<Static<typeof ChartStyle>>;

/** A chart over the rows of a query, without any of their values. */
export const Chart = Type.Object({
  /** Id that is unique among the charts of a tab. */
  id: Type.String(),
  mark: oneOf(...chartMarks),
  x: Dimension,
  /** The second dimension of heat maps and scatter plots. */
  y: orNull(Dimension),
  measure: Measure,
  /** The dimension with one series per value. */
  color: orNull(Dimension),
  /** The dimension with one small chart per value. */
  facet: orNull(Dimension),
  /** Maximum number of categories, and whether the others are combined in one more. */
  top: Type.Integer({ minimum: 1, maximum: 500 }),
  others: Type.Optional(Type.Boolean()),
  sort: oneOf('key', 'descending', 'ascending'),
  scale: oneOf('linear', 'log'),
  stack: oneOf('none', 'stacked', 'share'),
  running: Type.Boolean(),
  /** Whether rows with a missing value form a group. */
  missing: Type.Boolean(),
  /** What is shown of the values; missing for the values themselves. */
  show: Type.Optional(ShowAs),
  /** A second value of lines and bars without colours. */
  second: Type.Optional(SecondMeasure),
  references: Type.Optional(Type.Array(Reference, { maxItems: 10 })),
  /** Values whose lines or bars have a colour, while all others are grey; missing for none in particular. */
  highlight: Type.Optional(Type.Array(Type.String(), { maxItems: 30 })),
  /** Values of the dimension of colours that are drawn; missing for the largest. */
  series: Type.Optional(Type.Array(Type.String(), { maxItems: 30 })),
  /** Least value of the first dimension's column; missing for all. */
  from: Type.Optional(Type.String()),
  words: Type.Optional(ChartWords),
  style: Type.Optional(ChartStyle),
  /** The version to compare with; missing in a chart of a single one. */
  compare: Type.Optional(ChartComparison),
});
export type Chart = Immutable<Static<typeof Chart>>;

/** An id that none of these charts has. */
export function newChartId(charts: readonly Chart[]): string {
  const taken = new Set(charts.map(({ id }) => id));
  for (let number = charts.length + 1; ; number += 1) if (!taken.has(`chart-${number}`)) return `chart-${number}`;
}
