import type { QueryKey } from '@tanstack/react-query';
import type { ParametersOf, ResultOf } from '#shared/rpc/backend.ts';
import outdated from './outdated.json' with { type: 'json' };
import { callBackend } from './port.ts';
import { records } from './records.ts';

/**
 * The keys of outdated answers.
 * @param entries each the name of a call, then those of its parameters that are among the values
 * @param values those of the change or event; the members of a reference count as its own
 */
export function outdatedKeys(entries: readonly string[], values: object): readonly QueryKey[] {
  const reference = 'reference' in values && typeof values.reference === 'object' ? values.reference : {};
  const given = new Map<string, unknown>(Object.entries({ ...values, ...reference }));
  return entries.map((entry) => {
    const [call, ...names] = entry.split(' ');
    return [call, Object.fromEntries(names.map((name) => [name, given.get(name)]))];
  });
}

/** The calls that change connections and records. */
type ChangeCall = keyof typeof outdated.changes;

/**
 * Makes such a change, after which the answers in `outdated.json` are read again: what a connection shows depends on who
 * is signed in. The first of them, which shows the change, has been read when this resolves.
 */
export async function change<Name extends ChangeCall>(
  name: Name,
  parameters: ParametersOf<Name>,
): Promise<ResultOf<Name>> {
  const result = await callBackend(name, parameters);
  const [first] = outdatedKeys(outdated.changes[name], parameters).map((queryKey) =>
    records.invalidateQueries({ queryKey }),
  );
  await first;
  return result;
}
