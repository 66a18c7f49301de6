import type { TFunction } from 'i18next';
import type { Derivation } from '#shared/aggregate-query.ts';
import type { Cell } from '#shared/cell.ts';
import type { Dimension, Measure, ShowAs } from '#shared/chart.ts';
import { countOfRows } from './dimension.ts';
import type { ValueExtent } from './resolve-dimensions.ts';

/** Names and keys that a derivation is made of. */
interface DerivationParts {
  readonly name: string;
  /** The aggregate that something is shown of, and the one that it is divided by. */
  readonly of: string;
  readonly divisor: string;
  /** The key along which values are compared. */
  readonly key: string;
  /** Keys that groups share among which a value has its share and its rank. */
  readonly among: readonly string[];
}

/** What is shown of a value, as the query of its groups has it. */
export function derivationOf(show: ShowAs, { name, of, divisor, key, among }: DerivationParts): Derivation {
  const common = { name, of };
  switch (show.kind) {
    case 'change':
      return { ...common, function: 'Change', key, steps: show.steps };
    case 'percent-change':
      return { ...common, function: 'PercentChange', key, steps: show.steps };
    case 'index':
      return { ...common, function: 'Index', key, base: show.base };
    case 'rolling':
      return { ...common, function: 'Rolling', key, steps: show.steps };
    case 'running':
      return { ...common, function: 'Cumulative', key };
    case 'share':
      return { ...common, function: 'ShareOf', keys: [...among] };
    case 'rank':
      return { ...common, function: 'Rank', keys: [...among] };
    case 'per':
      return { ...common, function: 'Per', by: divisor, scale: show.scale };
  }
}

/** What a value is divided by; null where it is not. */
export function divisorOf(show: ShowAs | undefined): Measure | null {
  if (show?.kind !== 'per') return null;
  return show.column === null ? countOfRows : { function: 'Sum', column: show.column };
}

/** Whether values are compared along a dimension rather than among groups. */
export function isAlong(show: ShowAs | undefined): boolean {
  return show !== undefined && show.kind !== 'share' && show.kind !== 'rank' && show.kind !== 'per';
}

/** Whether an index begins with the first value, which has to be read. */
export function isWithoutBase(show: ShowAs | undefined): boolean {
  return show?.kind === 'index' && show.base === '';
}

/** An index from the first value of a dimension on, as an answer has it, where it has no base of its own. */
export function withBase(show: ShowAs, along: Dimension, extents: ReadonlyMap<string, ValueExtent>, from = ''): ShowAs {
  if (!isWithoutBase(show)) return show;
  return { kind: 'index', base: firstOf(from === '' ? (extents.get(along.column)?.min ?? null) : from, along) };
}

function firstOf(value: Cell, { function: by }: Dimension): string {
  const min = String(value ?? '');
  if (by === 'Quarter') return `${min.slice(0, 4)}-Q${Math.ceil(Number(min.slice(5, 7)) / 3)}`;
  return by === null ? min : min.slice(0, periodLengths[by] ?? min.length);
}

const periodLengths: Readonly<Partial<Record<NonNullable<Dimension['function']>, number>>> = {
  Year: 4,
  Month: 7,
  Day: 10,
  Hour: 13,
};

/** Steps that make a year. */
const yearSteps: Readonly<Record<string, number>> = { Quarter: 4, Month: 12, Week: 52 };

/**
 * A title or the name of an axis with what is shown of the values: "GDP by country, index, 1990 = 100".
 * @param along the dimension along which they are compared
 */
export function shownName(
  t: TFunction,
  show: ShowAs | undefined,
  title: string,
  along: Dimension | null,
  labelOf: (column: string) => string,
): string {
  if (show === undefined) return title;
  const named = (what: string) => t('chartTitles.stepped', { title, every: what });
  const against = (steps: number) => {
    if (steps === 1) return t('chartShow.changeBefore');
    return yearSteps[along?.function ?? ''] === steps
      ? t('chartShow.changeYear')
      : t('chartShow.changeSteps', { steps });
  };
  switch (show.kind) {
    case 'change':
      return named(against(show.steps));
    case 'percent-change':
      return named(t('chartShow.inPercent', { change: against(show.steps) }));
    case 'index':
      return named(t('chartShow.index', { base: show.base }));
    case 'rolling':
      return named(t('chartShow.rolling', { steps: show.steps }));
    case 'share':
      return named(show.of === undefined ? t('chartShow.share') : t(`chartShow.share-${show.of}`));
    case 'running':
    case 'rank':
      return named(t(`chartShow.${show.kind}`));
    case 'per': {
      const column = show.column === null ? t('charts.rows') : labelOf(show.column);
      return named(t('chartShow.per', { column, scale: show.scale }));
    }
  }
}
