import { type Static, Type } from 'typebox';
import type { Immutable } from './immutable.ts';
import { aggregateFunctionNames, keyFunctionNames } from './query-vocabulary.ts';
import { flag, oneOf, orNull, record, text } from './schema-parts.ts';

/** How a chart draws its groups. */
export const chartMarks = ['bar', 'line', 'area', 'box', 'heatmap', 'scatter', 'map'] as const;

export const Dimension = record(
  'ChartDimension',
  {
    column: text('Name of the column.'),
    function: orNull(
      oneOf('auto', ...keyFunctionNames),
      '`auto` picks time steps or bins that suit the values; null uses the values themselves.',
    ),
    step: Type.Number({
      minimum: 0,
      description: 'Width of a bin, or degrees of a cell; 0 if there is none or it is chosen automatically.',
    }),
  },
  'A column that the rows are grouped by.',
);
export type Dimension = Immutable<Static<typeof Dimension>>;

/** What is drawn for each group. */
export const Measure = Type.Object(
  {
    function: Type.With(oneOf('Value', ...aggregateFunctionNames), {
      description: '`Value` is that of the only row that a group has.',
    }),
    column: orNull(Type.String(), 'Its column; null for `Count` and `Share` of rows.'),
  },
  { description: 'What is drawn for each group.' },
);
export type Measure = Immutable<Static<typeof Measure>>;

/** How a chart shows another version of the dataset: beside its own, or subtracted from it. */
export const chartComparisons = ['both', 'difference'] as const;

/** The version that a chart is compared with. */
export const ChartComparison = Type.Object(
  {
    version: text('Slug of the version.'),
    as: Type.With(oneOf(...chartComparisons), { description: 'Whether both are drawn, or their difference.' }),
  },
  { description: 'The version to compare with; missing in a chart of a single one.' },
);
export type ChartComparison = Immutable<Static<typeof ChartComparison>>;

const steps = (description: string) => Type.Integer({ minimum: 1, maximum: 1000, description });
const kind = <const Kind extends string>(name: Kind, description: string) => Type.Literal(name, { description });

/** What is shown of the value of each group, along a dimension or among other groups. */
export const ShowAs = Type.Union(
  [
    Type.Object({
      kind: kind('change', 'The difference from an earlier value.'),
      steps: steps('How many steps earlier.'),
    }),
    Type.Object({ kind: kind('percent-change', 'The change in percent.'), steps: steps('How many steps earlier.') }),
    Type.Object({
      kind: kind('index', 'A base value counts as 100.'),
      base: text('Key of the base value; empty for the first one.'),
    }),
    Type.Object({ kind: kind('rolling', 'The mean of the last values.'), steps: steps('How many values.') }),
    Type.Object({ kind: kind('running', 'The sum up to each value.') }),
    Type.Object({
      kind: kind('share', 'The share of the sum of the groups at the same place.'),
      of: Type.Optional(
        Type.With(oneOf('row', 'column', 'total'), { description: 'What the share is of in a summary table.' }),
      ),
    }),
    Type.Object({ kind: kind('rank', 'The rank, 1 for the largest value.') }),
    Type.Object({
      kind: kind('per', 'The value divided by another one.'),
      column: orNull(Type.String(), 'Column whose sum divides; null for the number of rows.'),
      scale: Type.Number({ description: 'What the quotient is multiplied by.' }),
    }),
  ],
  { description: 'What is shown of the values; missing for the values themselves.' },
);
export type ShowAs = Immutable<Static<typeof ShowAs>>;

/** A further value for each group: in a panel below, or in the same one against an axis of its own. */
export const SecondMeasure = Type.Object(
  {
    ...Measure.properties,
    place: Type.With(oneOf('panel', 'axis'), {
      description: 'A panel below, or an axis of its own in the same panel.',
    }),
  },
  { description: 'A second value of lines and bars without colours.' },
);
export type SecondMeasure = Immutable<Static<typeof SecondMeasure>>;

const label = Type.String({ maxLength: 100, description: 'Words beside it.' });

/** What values are compared with: a line at a value or at the mean of all, or a band of a period. */
export const Reference = Type.Union(
  [
    Type.Object({
      kind: kind('value', 'A line at a value.'),
      value: Type.Number({ description: 'The value.' }),
      label,
    }),
    Type.Object({ kind: kind('mean', 'A line at the mean of all values.') }),
    Type.Object({
      kind: kind('period', 'A band over a period.'),
      from: text('First category, as a response has it or shorter: `2008` has its months.'),
      to: text('Last category.'),
      label,
    }),
  ],
  { description: 'What values are compared with.' },
);
export type Reference = Immutable<Static<typeof Reference>>;

/** Words of an editor, in place of those that follow from the chart and its dataset. */
export const ChartWords = Type.Object(
  {
    title: Type.Optional(Type.String({ maxLength: 300, description: 'Title.' })),
    subtitle: Type.Optional(Type.String({ maxLength: 500, description: 'Line below the title.' })),
    note: Type.Optional(Type.String({ maxLength: 1000, description: 'Note below the chart.' })),
    source: Type.Optional(Type.String({ maxLength: 500, description: 'Source of the data.' })),
    licence: Type.Optional(Type.String({ maxLength: 300, description: 'Licence of the data.' })),
  },
  { description: 'Texts in place of those that follow from the chart and its dataset.' },
);
export type ChartWords = Immutable<Static<typeof ChartWords>>;

/** Sets of colours, of which those of the theme are the standard; with `accent`, all but the first series are grey. */
export const chartPalettes = ['standard', 'bright', 'accent'] as const;
export const chartSizes = ['article', 'slide', 'square', 'a4'] as const;

/** A note at the value of a category, as an answer has it; of the first series unless one is named. */
export const Annotation = Type.Object(
  {
    at: Type.String({ maxLength: 200, description: 'The category, as a response has it.' }),
    series: Type.Optional(Type.String({ maxLength: 200, description: 'The series; missing for the first.' })),
    text: Type.String({ maxLength: 200, description: 'The note.' }),
  },
  { description: 'A note at a value.' },
);
export type Annotation = Immutable<Static<typeof Annotation>>;

/** How a published chart looks; what is missing follows from the chart and the theme. */
export const ChartStyle = Type.Object(
  {
    colors: Type.Optional(Type.With(oneOf(...chartPalettes), { description: 'Set of colours.' })),
    accent: Type.Optional(
      Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: 'Colour of the first or the highlighted series.' }),
    ),
    decimals: Type.Optional(Type.Integer({ minimum: 0, maximum: 6, description: 'Decimals of values.' })),
    dates: Type.Optional(
      Type.With(oneOf('words', 'iso'), { description: 'Periods in words, or as ISO 8601 writes them.' }),
    ),
    min: Type.Optional(Type.Number({ description: 'Least value of the axis.' })),
    max: Type.Optional(Type.Number({ description: 'Largest value of the axis.' })),
    size: Type.Optional(Type.With(oneOf(...chartSizes), { description: 'Size of exported pictures.' })),
    annotations: Type.Optional(Type.Array(Annotation, { maxItems: 20, description: 'Notes at values.' })),
  },
  { description: 'How the chart looks when it is published.' },
);
export type ChartStyle = Immutable<Static<typeof ChartStyle>>;

/** How values are divided into the classes of a map. */
export const MapClasses = Type.Union(
  [
    Type.Object({
      kind: Type.With(oneOf('quantile', 'equal'), { description: 'As many values each, or equal intervals.' }),
      count: Type.Integer({ minimum: 2, maximum: 9, description: 'Number of classes.' }),
    }),
    Type.Object({
      kind: Type.Literal('own', { description: 'Own classes.' }),
      breaks: Type.Array(Type.Number(), { maxItems: 8, description: 'Where classes end.' }),
    }),
  ],
  { description: 'Classes of a map of countries or states; missing for five quantiles.' },
);
export type MapClasses = Immutable<Static<typeof MapClasses>>;

/** A dataset of the same service whose geometries are the outlines of a map; a column of it has the codes. */
export const MapShapes = Type.Object(
  {
    namespace: Type.String({ minLength: 1, maxLength: 200, description: 'Slug of its namespace.' }),
    dataset: Type.String({ minLength: 1, maxLength: 200, description: 'Its slug.' }),
  },
  { description: 'Dataset with the outlines of a map; missing for countries and states.' },
);
export type MapShapes = Immutable<Static<typeof MapShapes>>;

/** A chart over the rows of a query, without any of their values. */
export const Chart = record(
  'Chart',
  {
    id: text('Unique among the charts of a tab.'),
    mark: Type.With(oneOf(...chartMarks), { description: 'How the groups are drawn.' }),
    x: Dimension,
    y: orNull(Dimension, 'The second dimension of heat maps and scatter plots.'),
    measure: Measure,
    color: orNull(Dimension, 'The dimension with one series per value.'),
    facet: orNull(Dimension, 'The dimension with one small chart per value.'),
    top: Type.Integer({ minimum: 1, maximum: 500, description: 'Maximum number of categories.' }),
    others: Type.Optional(flag('Whether further categories are combined in one.')),
    sort: Type.With(oneOf('key', 'descending', 'ascending'), { description: 'Order of the categories.' }),
    scale: Type.With(oneOf('linear', 'log'), { description: 'Scale of the values.' }),
    stack: Type.With(oneOf('none', 'stacked', 'share'), { description: 'How series are stacked.' }),
    running: flag('Whether values are added up along the first dimension.'),
    missing: flag('Whether rows with a missing value form a group.'),
    show: Type.Optional(ShowAs),
    second: Type.Optional(SecondMeasure),
    references: Type.Optional(Type.Array(Reference, { maxItems: 10, description: 'Lines and bands.' })),
    highlight: Type.Optional(
      Type.Array(Type.String(), { maxItems: 30, description: 'What keeps its colour while all else is grey.' }),
    ),
    series: Type.Optional(
      Type.Array(Type.String(), { maxItems: 30, description: 'The series to draw; missing for the largest.' }),
    ),
    from: Type.Optional(text("Least value of the first dimension's column; missing for all.")),
    classes: Type.Optional(MapClasses),
    shapes: Type.Optional(MapShapes),
    words: Type.Optional(ChartWords),
    style: Type.Optional(ChartStyle),
    compare: Type.Optional(ChartComparison),
  },
  'How the groups are drawn; it never affects the response (an extension).',
);
export type Chart = Immutable<Static<typeof Chart>>;

/** An id that none of these charts has. */
export function newChartId(charts: readonly Chart[]): string {
  const taken = new Set(charts.map(({ id }) => id));
  for (let number = charts.length + 1; ; number += 1) if (!taken.has(`chart-${number}`)) return `chart-${number}`;
}
