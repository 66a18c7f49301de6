import { explain } from '#shared/failures.ts';
import type { Choice } from '#shared/follow.ts';
import { type Caller, type Guarded, mayWrite, type StatementReader } from '../../catalogue/access/access.ts';
import type { Records } from '../../catalogue/database/catalogue.ts';
import { asCaller, findUserById } from '../../catalogue/records/users.ts';
import { storeIdOf } from '../../catalogue/sidecars/describe.ts';
import { IngestError } from '../../reading/reading.ts';

/** What makes the versions of a derived dataset. It is stored as the source that the dataset follows. */
export interface Recipe {
  readonly sql: string;
  readonly run: 'on-change' | 'by-hand';
  /** Whose rights decide what it may read, from {@link authorOf}. */
  readonly author: string;
  /** Names of its inputs whose newest version it reads, as `namespace/dataset`. */
  readonly inputs: readonly string[];
  /** Names of all datasets that it reads, also by a fixed version. */
  readonly reads: readonly string[];
  /** Inputs that are not public, although the result may be. */
  readonly confirmed: readonly string[];
}

/** The address of all recipes, by which the catalogue finds them among followed sources. */
export const recipeAddress = 'recipe:';

export function choiceOfRecipe({ sql, run, author, inputs, reads, confirmed }: Recipe): Choice {
  const lists = { inputs: inputs.join(' '), reads: reads.join(' '), confirmed: confirmed.join(' ') };
  const parameters = { run, author, ...lists };
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
    reads: list('reads'),
    confirmed: list('confirmed'),
  };
}

/** The mark of the user who owns the store. */
const owner = 'owner';

/**
 * What a recipe keeps of its author. It names one account of one store: neither another one that takes the name of a
 * removed account, nor one of a store whose files are repaired here, can stand in for it.
 */
export async function authorOf(records: Records, caller: Caller): Promise<string> {
  const store = await storeIdOf(records);
  if (caller.isOperator) return `${store} ${owner}`;
  const user = await findUserById(records, caller.id);
  return `${store} ${caller.id} ${user?.dateJoined ?? ''}`;
}

/**
 * Whose rights a recipe has now.
 * @param namespace that of the dataset whose versions it makes
 * @throws {IngestError} `recipe-author` if the account is gone or inactive, or may no longer write there
 */
export async function readerOfRecipe(
  records: Records,
  { author }: Pick<Recipe, 'author'>,
  namespace: Guarded,
): Promise<StatementReader> {
  const [store, id, joined] = author.split(' ');
  const isOwn = store === (await storeIdOf(records));
  if (isOwn && id === owner) return { kind: 'owner' };
  const user = isOwn ? await findUserById(records, Number(id)) : null;
  const caller = user?.isActive === true && user.dateJoined === joined ? asCaller(user) : null;
  if (!mayWrite(namespace, caller)) throw new IngestError(explain('recipe-author'));
  return { kind: 'caller', caller };
}
