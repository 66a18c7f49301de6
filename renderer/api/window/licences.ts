import { queryOptions } from '@tanstack/react-query';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { shell } from './shell.ts';

/** The packages of others in this program, each with its licence's own words (empty where it brings none). */
const Licences = Type.Array(
  Type.Object({ name: Type.String(), version: Type.String(), licence: Type.String(), text: Type.String() }),
);

/** The packages of others; the build writes the list beside the page. */
export const licencesQuery = queryOptions({
  queryKey: ['licences'],
  queryFn: async ({ signal }) => {
    const answer = await fetch(new URL('licences.json', document.baseURI), { signal });
    return Value.Parse(Licences, await answer.json());
  },
});

/** Asks where to, writes the report of diagnostics, and opens it to be read. */
export async function reportDiagnostics(): Promise<void> {
  const target = await shell.call('saveDiagnostics', {});
  if (target !== null) await shell.call('openFile', { path: target });
}
