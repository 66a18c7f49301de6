import { type Static, Type } from 'typebox';
import { sourceStates } from '../../follow.ts';
import type { Immutable } from '../../immutable.ts';
import { oneOf, orNull, record } from '../../schema-parts.ts';
import { confirmPrivateInputs, moment } from '../fields.ts';
import { SqlInput } from '../sql.ts';
import { SourceGuards } from './source.ts';

const sql = Type.String({
  minLength: 1,
  maxLength: 100_000,
  description: 'One SELECT; an input is a name in double quotes: `"namespace/dataset"`.',
  examples: ['SELECT region, sum(people) AS people FROM "geo/towns" GROUP BY region'],
});
const run = oneOf('on-change', 'by-hand');

/** What makes the versions of a derived dataset (`recipe/`, an extension). */
export const RecipeRecord = record('Recipe', {
  url: Type.String({ description: 'Absolute address of the recipe.' }),
  dataset: Type.String({ description: 'Absolute address of the dataset.' }),
  sql,
  run: Type.With(run, { description: 'Whether it runs by itself when an input has a new version.' }),
  inputs: Type.Array(SqlInput, { description: 'The newest versions of its inputs that the caller may read.' }),
  guards: SourceGuards,
  last_run: moment('Null before the first run.'),
  next_run: moment('When a failed run is repeated; null otherwise.'),
  state: Type.With(oneOf(...sourceStates), { description: 'As of a followed source.' }),
  problem: Type.String({ description: 'Why the last run failed; empty if it did not.', examples: [''] }),
});
export type RecipeRecord = Immutable<Static<typeof RecipeRecord>>;

export const RecipeWrite = record('RecipeWrite', {
  sql,
  run: Type.Optional(Type.With(run, { description: 'By hand if missing.' })),
  guards: Type.Optional(SourceGuards),
  confirm_private_inputs: confirmPrivateInputs,
});
export type RecipeWrite = Immutable<Static<typeof RecipeWrite>>;

/** The outcome of a run that published nothing. */
export const RecipeRun = record('RecipeRun', {
  unchanged: Type.Boolean({ description: 'Whether the rows equal those of the newest version.', examples: [true] }),
  held: Type.Array(Type.String(), {
    description: 'Why a guard holds the version until a user decides; empty if none does.',
    examples: [[]],
  }),
});
export type RecipeRun = Static<typeof RecipeRun>;

/** How a derived version compares with what its recipe makes now of the same versions. */
export const RecomputeRecord = record('Recompute', {
  verdict: Type.With(oneOf('same', 'differs', 'input-gone'), { description: 'Whether the checksums are equal.' }),
  rows: orNull(Type.Integer({ minimum: 0, description: 'Number of rows that differ.', examples: [0] })),
  message: Type.String({ description: 'In English; empty if nothing differs.', examples: [''] }),
});
export type RecomputeRecord = Static<typeof RecomputeRecord>;
