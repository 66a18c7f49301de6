import type { Chart, Dimension, Measure } from '#shared/chart.ts';
import { coordinatePair } from '#shared/coordinate-columns.ts';
import { isCodeName } from '../../../lib/column-name.ts';
import { shapeCodesOf } from '../../../lib/geometry/shape-codes.ts';
import type { KnownColumn, SeriesStep } from '../../../lib/groups/column-role.ts';
import { countOfRows } from '../../../lib/groups/dimension.ts';
import { plainChart } from './new-chart.ts';

/** What a proposed chart shows. */
export type ProposalKind = 'over-time' | 'ranking' | 'distribution' | 'two-measures' | 'share' | 'map';

export interface Proposal {
  readonly kind: ProposalKind;
  readonly chart: Chart;
}

/** What the proposals follow from. */
export interface KnownTable {
  /** The dataset's name: a measure that it names is the main one. */
  readonly title: string;
  readonly rows: number;
  readonly columns: readonly KnownColumn[];
}

/** Dimensions that identify a row: one of time, and those of its series. */
export type SeriesKeys = readonly Dimension[];

const maxProposals = 6;
/** With fewer periods, the comparison of series says more than their course. */
const minPeriods = 4;
const [minShares, maxShares] = [2, 7];
/** Up to so many series can be told apart where all are drawn. */
const maxNamedSeries = 10;
const maxCategories = 2000;
/** Combinations of keys for each row, at most: of series that begin and end, and of forecasts of later years. */
const [maxSparse, maxForecasts] = [4, 12];

type Of<Kind extends KnownColumn['role']['kind']> = KnownColumn & {
  readonly role: Extract<KnownColumn['role'], { readonly kind: Kind }>;
};

function ofKind<Kind extends KnownColumn['role']['kind']>({ columns }: KnownTable, kind: Kind): Of<Kind>[] {
  return columns.filter((one): one is Of<Kind> => one.role.kind === kind);
}

/** Time in the steps in which a series is published. */
function seriesTime(time: Of<'time'>): Dimension {
  const {
    column: { name: column },
    role,
    facts,
  } = time;
  if (role.form === 'period') return { column, function: null, step: 0 };
  if (role.form === 'date') return { column, function: role.step, step: 0 };
  const every = spanMs(time) / Math.max(1, facts.distinct - 1);
  const step = epochStepsMs.findLast((ms) => ms <= every * 1.01);
  return step === undefined ? eventTime(time) : { column, function: 'Bin', step: step / role.unitMs };
}

/** Time in steps that are few enough to count what happened in each. */
function eventTime(time: Of<'time'>): Dimension {
  const {
    column: { name: column },
    role,
  } = time;
  if (role.form === 'period') return { column, function: null, step: 0 };
  if (role.form === 'date') return { column, function: 'auto', step: 0 };
  const span = spanMs(time);
  const step = epochStepsMs.find((ms) => span / ms <= maxEpochSteps) ?? span / maxEpochSteps;
  return { column, function: 'Bin', step: step / role.unitMs };
}

function spanMs({ role, facts: { numbers } }: Of<'time'>): number {
  return numbers === null || role.form !== 'epoch' ? 0 : (numbers.max - numbers.min) * role.unitMs;
}

const hourMs = 3_600_000;
const epochStepsMs = [hourMs, 6 * hourMs, 24 * hourMs, 7 * 24 * hourMs, 28 * 24 * hourMs];
const maxEpochSteps = 240;

/** Dimensions of time of which a first look is taken; others, such as the day of an update, come later or never. */
function mainTime(table: KnownTable): Of<'time'> | null {
  const times = ofKind(table, 'time').filter(({ facts }) => facts.missing < facts.rows / 2);
  const finest = times.filter(({ role }) => role.form !== 'epoch');
  const dates = finest.filter(({ role }) => role.form === 'date');
  return dates[0] ?? finest[0] ?? times[0] ?? null;
}

/**
 * Which dimensions might identify a row of a table: time alone, with one other column, with two. Which of them do is
 * counted by the service.
 */
export function possibleKeys(table: KnownTable): SeriesKeys[] {
  const time = mainTime(table);
  if (time === null || ofKind(table, 'measure').length === 0) return [];
  const periods = time.facts.distinct;
  const dimension = seriesTime(time);
  const isOther = ({ column, facts }: KnownColumn) =>
    facts.missing === 0 && facts.distinct <= maxCategories && column.name !== time.column.name;
  const named = [...ofKind(table, 'category'), ...ofKind(table, 'identifier'), ...periodsOf(table)]
    .filter(isOther)
    .toSorted((one, other) => Number(isCodeName(one.column)) - Number(isCodeName(other.column)));
  // Ages and sizes may be keys as well, in a table that has a row for each of them.
  const numbered = ofKind(table, 'measure').filter((one) => isOther(one) && one.column.type === 'integer');
  const others: KnownColumn[] = [...named, ...numbered];
  const holds = (values: number, sparse = maxSparse) => table.rows <= values && table.rows >= values / sparse;
  const plain = ({ column }: KnownColumn): Dimension => ({ column: column.name, function: null, step: 0 });
  const pairs = named.filter(({ facts, role }) =>
    holds(periods * facts.distinct, role.kind === 'time' ? maxForecasts : maxSparse),
  );
  const triples = others.flatMap((one, at) =>
    others
      .slice(at + 1)
      .filter((other) => holds(periods * one.facts.distinct * other.facts.distinct))
      .map((other) => [one, other]),
  );
  return [
    ...(periods >= table.rows - time.facts.missing ? [[dimension]] : []),
    ...pairs.slice(0, 3).map((one) => [dimension, plain(one)]),
    ...triples.slice(0, 3).map((two) => [dimension, ...two.map(plain)]),
  ];
}

function periodsOf(table: KnownTable): Of<'time'>[] {
  return ofKind(table, 'time').filter(({ role }) => role.form === 'period');
}

/** The measures of a table, that of its title first, numbers with few values last. */
function rankedMeasures(table: KnownTable): Of<'measure'>[] {
  const title = ` ${table.title.toLowerCase()} `;
  const score = ({ column, facts }: Of<'measure'>) => {
    const names = [column.label, column.name].map((name) => name.toLowerCase()).filter((name) => name.length > 2);
    const isNamed = names.some((name) => title.includes(name));
    const isMain = mainWords.test(`${column.name} ${column.label}`);
    const isSparse = facts.missing > facts.rows / 2;
    return (
      Number(isNamed) * 4 + Number(isMain) - Number(isSparse) * 2 - Number(facts.distinct <= 12 && facts.rows > 100)
    );
  };
  return ofKind(table, 'measure').toSorted((one, other) => score(other) - score(one));
}

/**
 * The chart of a column of a table in which a period, or another thing, has a row of its own: a count of its rows would
 * say nothing. Null for a table of events, or if no chart is proposed for the column.
 */
export function proposedFor(column: string, table: KnownTable, keys: readonly SeriesKeys[]): Chart | null {
  if (keys.length === 0) return null;
  const [series] = keys;
  const measures = rankedMeasures(table);
  const own = measures.filter((one) => one.column.name === column);
  if (own.length > 0 && series !== undefined) return seriesOverTime(table, series, own)[0]?.chart ?? null;
  const found = proposedCharts(table, keys).find(
    ({ chart: { x, color } }) => x.column === column || color?.column === column,
  );
  return found?.chart ?? null;
}

/** What stands for the other numbers of its row: the price at the end of a day, and the sum of all parts. */
const mainWords = /\b(total|close|overall|insgesamt|gesamt|ensemble|totale)\b/i;

/**
 * Four to six charts for a first look at a table, the one that a statistician would draw first at the head.
 * @param keys those of {@link possibleKeys} that identify each row
 */
export function proposedCharts(table: KnownTable, keys: readonly SeriesKeys[]): Proposal[] {
  const [series] = keys;
  const inKeys = new Set(series?.map(({ column }) => column));
  const measures = rankedMeasures(table).filter(({ column }) => !inKeys.has(column.name));
  const time = mainTime(table);
  const hasCourse = time !== null && time.facts.distinct >= minPeriods;
  const overTime =
    time === null ? [] : series === undefined ? eventsOverTime(table, time) : seriesOverTime(table, series, measures);
  const isSeries = series?.length === 1;
  const others = [
    ...mapsOf(table),
    ...(isSeries ? [] : rankings(table, measures, series)),
    ...(series === undefined ? mapsByCode(table, measures) : []),
    ...twoMeasures(table, measures),
    ...(isSeries ? [] : shares(table, measures, hasCourse && series === undefined ? time : null)),
    ...distributions(measures, isSeries ? time : null),
    ...(isSeries && time !== null ? comparisons(series, time, measures) : []),
  ];
  const [first, ...rest] = hasCourse ? overTime : [];
  const hasMap = others[0]?.kind === 'map' && series === undefined;
  const ordered = hasMap
    ? [...others.slice(0, 1), ...(hasCourse ? overTime : []), ...others.slice(1)]
    : [
        ...(first === undefined ? [] : [first]),
        ...interleaved(leading(table, others), rest),
        ...(hasCourse ? [] : overTime),
      ];
  return distinct(ordered).slice(0, maxProposals);
}

/** Two measures of many things say more about a table without names and time than a ranking of its groups. */
function leading(table: KnownTable, others: readonly Proposal[]): Proposal[] {
  const hasNames = ofKind(table, 'label').length > 0 && table.rows <= maxNames;
  const hasGroups = ofKind(table, 'category').some(
    ({ facts }) => facts.distinct >= minGroups && facts.distinct <= maxNames,
  );
  const isRankingFirst = hasNames || hasGroups || mainTime(table) !== null || ofKind(table, 'measure').length < 2;
  return isRankingFirst ? [...others] : others.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** Names that a ranking can show, and groups that are worth one. */
const [minGroups, maxNames] = [8, 60];

function rankOf({ kind, chart }: Proposal): number {
  return kind === 'map' && chart.x.function !== null ? 0 : kind === 'two-measures' ? 1 : 2;
}

function interleaved(one: readonly Proposal[], other: readonly Proposal[]): Proposal[] {
  return one
    .flatMap((proposal, at) => [...(at === 1 ? other.slice(0, 1) : []), proposal])
    .concat(one.length < 2 ? other.slice(0, 2) : other.slice(1));
}

/** Each picture once: a share of the rows is drawn as their number is. */
function distinct(proposals: readonly Proposal[]): Proposal[] {
  const pictureOf = ({ chart }: Proposal) =>
    JSON.stringify({ ...chart, id: '', measure: chart.measure.column === null ? null : chart.measure });
  const pictures = proposals.map(pictureOf);
  return proposals.filter((_, at) => pictures.indexOf(pictures[at] ?? '') === at);
}

function proposal(kind: ProposalKind, chart: Partial<Chart> & Pick<Chart, 'x'>): Proposal {
  return {
    kind,
    chart: {
      id: `proposal-${[kind, chart.mark, chart.x.column, chart.measure?.column, chart.show?.kind].filter(Boolean).join('-')}`,
      ...plainChart,
      ...chart,
    },
  };
}

/** What several rows together have of a measure. */
function together({ column, role }: Of<'measure'>): Measure {
  return { function: role.additive ? 'Sum' : 'Average', column: column.name };
}

function itself({ column }: Of<'measure'>): Measure {
  return { function: 'Value', column: column.name };
}

/** The values of series over time: each a line. */
function seriesOverTime(table: KnownTable, keys: SeriesKeys, measures: readonly Of<'measure'>[]): Proposal[] {
  const [x, ...others] = keys;
  if (x === undefined) return [];
  const distinctOf = (dimension: Dimension) =>
    table.columns.find(({ column }) => column.name === dimension.column)?.facts.distinct ?? 0;
  // Of two dimensions, the one with fewer series that can be told apart.
  const [color = null] = others.toSorted((one, other) => {
    const [few, many] = [distinctOf(one), distinctOf(other)];
    return Number(few > maxNamedSeries) - Number(many > maxNamedSeries) || many - few;
  });
  return measures.slice(0, 3).map((measure) =>
    proposal('over-time', {
      mark: 'line',
      x,
      color,
      measure: others.length > 1 ? together(measure) : itself(measure),
    }),
  );
}

/** A single series against itself: its change within a year, and its course without the ups and downs of shorter times. */
function comparisons([x]: SeriesKeys, { role, facts }: Of<'time'>, [main]: readonly Of<'measure'>[]): Proposal[] {
  if (x === undefined || main === undefined || facts.distinct < minCompared) return [];
  const measure = itself(main);
  const step = role.form === 'date' ? role.step : null;
  const kind = (main.facts.numbers?.min ?? 0) > 0 ? 'percent-change' : 'change';
  return [
    proposal('over-time', { mark: 'bar', x, measure, show: { kind, steps: yearSteps[step ?? 'Year'] ?? 1 } }),
    proposal('over-time', { mark: 'line', x, measure, show: { kind: 'rolling', steps: smoothSteps[step ?? 'Year'] } }),
  ];
}

const minCompared = 15;
const yearSteps: Readonly<Partial<Record<SeriesStep, number>>> = { Quarter: 4, Month: 12 };
const smoothSteps: Readonly<Record<SeriesStep, number>> = { Year: 10, Quarter: 4, Month: 12, Day: 7, Hour: 24 };

/** The number of rows over time, of a table of events. */
function eventsOverTime(table: KnownTable, time: Of<'time'>): Proposal[] {
  const x = eventTime(time);
  const [main] = rankedMeasures(table);
  return [
    proposal('over-time', { mark: 'line', x }),
    ...(main === undefined ? [] : [proposal('over-time', { mark: 'line', x, measure: together(main) })]),
  ];
}

function mapsOf(table: KnownTable): Proposal[] {
  const degrees = ofKind(table, 'place').filter(({ role }) => role.form === 'coordinate');
  const ofPairs = coordinatePair(degrees.map(({ column }) => column.name));
  const ofPlaces = ofKind(table, 'place')
    .filter(({ role }) => role.form === 'geometry')
    .slice(0, 1)
    .map(({ column }) => proposal('map', { mark: 'map', x: { column: column.name, function: 'Cell', step: 0 } }));
  if (ofPlaces.length > 0 || ofPairs === null) return ofPlaces;
  const [x, y] = [ofPairs.longitude, ofPairs.latitude].map(
    (column): Dimension => ({ column, function: 'auto', step: 0 }),
  );
  return x === undefined || y === undefined ? [] : [proposal('map', { mark: 'scatter', x, y })];
}

/** Countries or states of a table without a course over time, whose values several years would mix. */
function mapsByCode(table: KnownTable, [main]: readonly Of<'measure'>[]): Proposal[] {
  const named = [...ofKind(table, 'label'), ...ofKind(table, 'category'), ...ofKind(table, 'identifier')].find(
    ({ facts: { samples, distinct } }) =>
      distinct >= minShapes &&
      samples.length > 0 &&
      (shapeCodesOf(samples)?.ids.size ?? 0) >= minNamed * new Set(samples).size,
  );
  if (named === undefined || main === undefined) return [];
  const x: Dimension = { column: named.column.name, function: null, step: 0 };
  const measure = named.facts.distinct === table.rows ? itself(main) : together(main);
  return [proposal('map', { mark: 'map', x, measure })];
}

/** With fewer outlines a map shows nothing, nor with more values that name none. */
const [minShapes, minNamed] = [5, 0.8];

function rankings(table: KnownTable, measures: readonly Of<'measure'>[], series: SeriesKeys | undefined): Proposal[] {
  const [label] = ofKind(table, 'label');
  const [main, second] = measures;
  const categories = ofKind(table, 'category').filter(
    ({ facts, role }) => facts.distinct >= 2 && role.kind === 'category',
  );
  const ofSeries = series?.slice(1).map(({ column }) => column) ?? [];
  const score = ({ column, facts }: Of<'category'>) =>
    Number(ofSeries.includes(column.name)) * 4 +
    Number(facts.distinct > 2) * 2 +
    Number(facts.distinct <= 200) -
    Number(isCodeName(column)) * 3 -
    Number(facts.missing > facts.rows / 2) * 4;
  const ranked = categories.toSorted((one, other) => score(other) - score(one));
  const x = (name: string): Dimension => ({ column: name, function: null, step: 0 });
  const bars = (name: string, measure: Measure) => proposal('ranking', { x: x(name), measure, sort: 'descending' });
  if (label !== undefined && main !== undefined) {
    const byName = bars(label.column.name, itself(main));
    const average: Measure = { function: 'Average', column: main.column.name };
    // A few of very many names say nothing of the others, whose groups are compared by what is usual in each.
    const isOfMany = table.rows > maxNames;
    const byGroup = ranked.slice(0, 1).map(({ column }) => bars(column.name, isOfMany ? average : together(main)));
    return isOfMany ? [...byGroup, byName] : [byName, ...byGroup];
  }
  return ranked.slice(0, 2).flatMap(({ column }, at) => {
    if (main === undefined) return [bars(column.name, countOfRows)];
    return [bars(column.name, together(at === 0 ? main : (second ?? main)))];
  });
}

function twoMeasures(table: KnownTable, measures: readonly Of<'measure'>[]): Proposal[] {
  const [one, other] = measures;
  if (one === undefined || other === undefined || table.rows < 5) return [];
  const dimension = ({ column }: KnownColumn): Dimension => ({ column: column.name, function: 'auto', step: 0 });
  return [proposal('two-measures', { mark: 'scatter', x: dimension(other), y: dimension(one) })];
}

function shares(table: KnownTable, [main]: readonly Of<'measure'>[], time: Of<'time'> | null): Proposal[] {
  const parts = ofKind(table, 'category').filter(
    ({ column, facts }) => facts.distinct >= minShares && facts.distinct <= maxShares && !isCodeName(column),
  );
  const measure = main?.role.additive === true ? together(main) : countOfRows;
  return parts.slice(0, 1).map(({ column }) => {
    const part: Dimension = { column: column.name, function: null, step: 0 };
    if (time === null) {
      return proposal('share', { x: part, measure: { function: 'Share', column: null }, sort: 'descending' });
    }
    return proposal('share', { mark: 'area', x: eventTime(time), color: part, measure, stack: 'share' });
  });
}

const minBoxes = 3;

function yearsOf({ facts: { dates } }: Of<'time'>): number {
  return dates === null ? 0 : Number(dates.max.slice(0, 4)) - Number(dates.min.slice(0, 4)) + 1;
}

/** How the values of a measure are distributed; of a single series, by year. */
function distributions(measures: readonly Of<'measure'>[], time: Of<'time'> | null): Proposal[] {
  if (time !== null) {
    const { role, column } = time;
    if (role.form !== 'date' || role.step === 'Year' || yearsOf(time) < minBoxes) return [];
    const x: Dimension = { column: column.name, function: 'Year', step: 0 };
    return measures
      .slice(0, 1)
      .map(({ column: of }) =>
        proposal('distribution', { mark: 'box', x, measure: { function: 'Median', column: of.name } }),
      );
  }
  return measures
    .slice(0, 2)
    .map(({ column }) => proposal('distribution', { x: { column: column.name, function: 'auto', step: 0 } }));
}
