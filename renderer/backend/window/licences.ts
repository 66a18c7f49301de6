import { queryOptions } from '@tanstack/react-query';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { shell } from './shell.ts';

/** The third-party packages in this program, each with the text of its licence (empty if it has none). */
const Licences = Type.Array(
  Type.Object({ name: Type.String(), version: Type.String(), licence: Type.String(), text: Type.String() }),
);

/** The third-party packages; the build writes the list next to the page. */
export const licencesQuery = queryOptions({
  queryKey: ['licences'],
  queryFn: async ({ signal }) => {
    const answer = await fetch(new URL('licences.json', document.baseURI), { signal });
    return Value.Parse(Licences, await answer.json());
  },
});

/** Asks where to save the diagnostics report, writes it, and opens it. */
export async function reportDiagnostics(): Promise<void> {
  const target = await shell.call('saveDiagnostics', {});
  if (target !== null) await shell.call('openFile', { path: target });
}
