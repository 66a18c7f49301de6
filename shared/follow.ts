import { type Static, Type } from 'typebox';
import { columnTypes } from './api/column.ts';
import { ExplanationSchema } from './failures/schemas.ts';
import type { Immutable } from './immutable.ts';
import { flag, oneOf, orNull } from './schema-parts.ts';
import { everyPattern } from './time/every.ts';

const count = Type.Integer({ minimum: 0 });
const text = orNull(Type.String());

/** The kinds of sources, in the order in which an address is tried; a plain file comes last. */
export const sourceKinds = [
  'service',
  'hugging-face',
  'socrata',
  'sdmx',
  'ckan',
  'arcgis',
  'ogc-features',
  'px-web',
  'odata',
  'dcat',
  'data-package',
  'csvw',
  'json-pages',
  'file',
] as const;
export const WebSourceKind = Type.With(oneOf(...sourceKinds, 'unknown'), {
  description: 'Kind of the source; `unknown`: the next check determines it.',
});
export const SourceKindSchema = Type.With(oneOf(...sourceKinds, 'unknown', 'recipe'), {
  description:
    'Kind of the source; `unknown`: the next check determines it; `recipe`: a statement over datasets of the same service.',
});
export type SourceKind = (typeof sourceKinds)[number] | 'unknown' | 'recipe';

/** The followed entry: enough to fetch it again without a listing. */
export const Choice = Type.Object({
  kind: SourceKindSchema,
  address: Type.String({ minLength: 1, maxLength: 2000, description: 'The address that is followed.' }),
  entry: Type.String({
    maxLength: 100_000,
    description: 'Which table or file at the address; empty if there is only one. Of a recipe, its statement.',
  }),
  parameters: Type.Record(Type.String(), Type.String(), { description: 'Options of this kind of source, by name.' }),
});
export type Choice = Immutable<Static<typeof Choice>>;

export const Every = Type.String({
  pattern: everyPattern.source,
  description: 'Interval of checks: a number of hours (`h`), days (`d`), weeks (`w`) or months (`mo`); or `manual`.',
});

/** Which versions of a followed dataset are kept; the newest always is. */
export const Retention = Type.Union(
  [
    Type.Object({ kind: Type.Literal('all', { description: 'Every version is kept.' }) }),
    Type.Object({
      kind: Type.Literal('last', { description: 'The newest versions are kept.' }),
      versions: Type.Integer({ minimum: 1, maximum: 100_000, description: 'How many.' }),
    }),
    Type.Object({
      kind: Type.Literal('thinned', {
        description: 'The first version, and the newest of each day, then of each week, then of each month are kept.',
      }),
      days: Type.Integer({ minimum: 0, maximum: 10_000, description: 'For how many days one of each day is kept.' }),
      weeks: Type.Integer({ minimum: 0, maximum: 10_000, description: 'Then for how many weeks one of each week.' }),
    }),
  ],
  { title: 'Retention', description: 'Which versions are kept; the newest always is.' },
);
export type Retention = Immutable<Static<typeof Retention>>;

/** When a new version is held until the user decides; null: never for this reason. */
export const Guards = Type.Object({
  rowsFell: orNull(
    Type.Number({ minimum: 0, maximum: 100 }),
    'The number of rows fell by more than this many percent; null: never for this reason.',
  ),
  columnGone: flag('A column was removed.'),
  columnRetyped: flag('A column changed its type.'),
  checks: Type.Array(
    Type.Object({
      column: Type.String({ description: 'Name of the column.' }),
      test: Type.With(oneOf('complete', 'unique', 'range'), {
        description: 'No value is missing, no value is repeated, or numbers lie within the bounds.',
      }),
      min: Type.Optional(Type.Number({ description: 'Lower bound; missing for none.' })),
      max: Type.Optional(Type.Number({ description: 'Upper bound; missing for none.' })),
    }),
    { maxItems: 100, description: 'Conditions on columns that every new version must meet.' },
  ),
});
export type Guards = Immutable<Static<typeof Guards>>;

export const usualGuards: Guards = { rowsFell: 50, columnGone: true, columnRetyped: true, checks: [] };

/** How a version differs from the previous one. */
export const ChangeSummary = Type.Object({
  /** Columns by which rows were matched; empty if whole rows were compared, and none counts as changed. */
  key: Type.Array(Type.String()),
  rowsBefore: count,
  rows: count,
  added: count,
  removed: count,
  /** Number of rows with a changed value. */
  changed: count,
  /** How many values changed in each column, in descending order; counted in at most `counted` changed rows. */
  columns: Type.Array(
    Type.Object({
      name: Type.String(),
      values: count,
      /** The largest change of a number, either way, and the values of its row in the key columns. */
      largest: Type.Optional(Type.Object({ change: Type.Number(), row: Type.Array(Type.String()) })),
    }),
  ),
  counted: count,
  columnsAdded: Type.Array(Type.String()),
  columnsRemoved: Type.Array(Type.String()),
  columnsRetyped: Type.Array(
    Type.Object({ name: Type.String(), before: oneOf(...columnTypes), after: oneOf(...columnTypes) }),
  ),
});
export type ChangeSummary = Immutable<Static<typeof ChangeSummary>>;

/** A new version of a followed dataset, compared with the previous one. */
export const SourceChange = Type.Object({
  id: Type.Integer(),
  namespace: Type.String(),
  dataset: Type.String(),
  /** Label of the dataset. */
  title: Type.String(),
  version: Type.String(),
  previous: Type.String(),
  /** ISO 8601. */
  at: Type.String(),
  summary: ChangeSummary,
  unread: Type.Boolean(),
});
export type SourceChange = Immutable<Static<typeof SourceChange>>;

export const SourceCheck = Type.Object({
  at: Type.String(),
  /** `held`: a new version was held because of a guard. */
  outcome: oneOf('unchanged', 'changed', 'held', 'failed'),
  /** Why it failed or was held; null otherwise. */
  reason: orNull(ExplanationSchema),
  /** Bytes received. */
  bytes: count,
  milliseconds: count,
  /** Slug of the version that it published. */
  version: text,
});
export type SourceCheck = Immutable<Static<typeof SourceCheck>>;

/** A version that was held because of a guard. */
export const HeldVersion = Type.Object({
  at: Type.String(),
  reasons: Type.Array(ExplanationSchema),
  summary: ChangeSummary,
});
export type HeldVersion = Immutable<Static<typeof HeldVersion>>;

/**
 * `new`: never checked. `active`: the last check succeeded. `failing`: it failed, and will be retried. `held`: a
 * version waits for a decision. `paused`: by the user. `stopped`: paused after repeated failures.
 */
export const sourceStates = ['new', 'active', 'failing', 'held', 'paused', 'stopped'] as const;
export type SourceStatus = (typeof sourceStates)[number];

export const FollowedSource = Type.Object({
  namespace: Type.String(),
  dataset: Type.String(),
  title: Type.String(),
  choice: Choice,
  every: Every,
  state: oneOf(...sourceStates),
  checking: Type.Boolean(),
  allowPrivate: Type.Boolean(),
  /**
   * Budgets that the host publishes, and the number of requests that count against each now; empty for most hosts. `freeAt` is when a
   * spent one allows the next request, null while it is not spent.
   */
  budgets: Type.Array(Type.Object({ path: Type.String(), requests: count, perMs: count, used: count, freeAt: text })),
  retention: Retention,
  guards: Guards,
  /** Columns by which rows are matched; null until they were guessed, or chosen by the user. */
  key: orNull(Type.Array(Type.String())),
  /** Number of versions, and the disk space of their rows. */
  versions: count,
  bytes: count,
  /** Bytes received by all checks. */
  traffic: count,
  /** When it was first followed; ISO 8601 like all times. */
  since: Type.String(),
  /** Whether the user is notified of changes. */
  notify: Type.Boolean(),
  lastCheck: text,
  /** The last time that a version was published; null for never. */
  lastChange: text,
  nextCheck: text,
  /** Failures in a row, and the reason of the last one. */
  failures: count,
  problem: orNull(ExplanationSchema),
  held: orNull(HeldVersion),
  unread: count,
});
export type FollowedSource = Immutable<Static<typeof FollowedSource>>;

/** Changes by the user to a followed source; missing fields stay unchanged. */
export const SourceSettings = Type.Object({
  every: Type.Optional(Every),
  paused: Type.Optional(Type.Boolean()),
  allowPrivate: Type.Optional(Type.Boolean()),
  retention: Type.Optional(Retention),
  guards: Type.Optional(Guards),
  key: Type.Optional(orNull(Type.Array(Type.String()))),
  notify: Type.Optional(Type.Boolean()),
});
export type SourceSettings = Immutable<Static<typeof SourceSettings>>;

/**
 * Validators of a state of the data, compared for equality and stored as JSON: `ETag`, a date of modification, a
 * revision. Equal states mean unchanged data, as far as the source tells the truth.
 */
export type SourceState = Readonly<Record<string, string | number | null>>;
