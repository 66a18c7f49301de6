import type { Choice } from '#shared/follow.ts';
import type { Records } from '../../catalogue/database/catalogue.ts';
import { asCaller, findUserByName } from '../../catalogue/records/users.ts';
import type { StatementReader } from './resolve-inputs.ts';

/** What makes the versions of a derived dataset. It is stored as the source that the dataset follows. */
export interface Recipe {
  readonly sql: string;
  readonly run: 'on-change' | 'by-hand';
  /** The account whose rights decide what it may read; empty for the user who owns the store. */
  readonly author: string;
  /** Names of its inputs whose newest version it reads, as `namespace/dataset`. */
  readonly inputs: readonly string[];
  /** Inputs that are not public, although the result may be. */
  readonly confirmed: readonly string[];
}

/** The address of all recipes, by which the catalogue finds them among followed sources. */
export const recipeAddress = 'recipe:';

export function choiceOfRecipe({ sql, run, author, inputs, confirmed }: Recipe): Choice {
  const parameters = { run, author, inputs: inputs.join(' '), confirmed: confirmed.join(' ') };
  return { kind: 'recipe', address: recipeAddress, entry: sql, parameters };
}

/** The recipe in a source; null for a source of another kind. */
export function recipeIn({ kind, entry, parameters }: Choice): Recipe | null {
  if (kind !== 'recipe') return null;
  const list = (name: string) => (parameters[name] ?? '').split(' ').filter((one) => one !== '');
  return {
    sql: entry,
    run: parameters.run === 'on-change' ? 'on-change' : 'by-hand',
    author: parameters.author ?? '',
    inputs: list('inputs'),
    confirmed: list('confirmed'),
  };
}

/** Whose rights a recipe has now: those of an account that is gone or inactive are those of everybody. */
export async function readerOfRecipe(records: Records, { author }: Pick<Recipe, 'author'>): Promise<StatementReader> {
  if (author === '') return { kind: 'owner' };
  const user = (await findUserByName(records, author))?.user ?? null;
  return { kind: 'caller', caller: user?.isActive === true ? asCaller(user) : null };
}
