import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../catalogue/access/access.ts';
import type { DatasetEntry } from '../../../catalogue/records/datasets.ts';
import type { NamespaceEntry } from '../../../catalogue/records/namespaces.ts';
import type { Locator } from '../../../catalogue/records/readable-dataset.ts';
import type { Exchange } from '../../plugins/exchange.ts';
import { findReadableDataset, findReadableNamespace } from './find.ts';

const caller: Caller = { id: 1, username: 'anna', isStaff: false, isOperator: false, groups: new Set() };
const everything = { published: true, ownerId: 1, allowedGroups: [], provisional: false };

/** The status with which each kind of caller is answered. */
async function statuses(
  namespace: Partial<NamespaceEntry>,
  dataset: Partial<DatasetEntry>,
  find: (locator: Locator, exchange: Exchange) => Promise<unknown>,
) {
  const entry = { ...everything, ...namespace } as NamespaceEntry;
  const located = { namespace: entry, dataset: { provisional: false, hidden: false, ...dataset } as DatasetEntry };
  const locator: Locator = {
    namespace: async (slug) => (slug === 'n' ? entry : null),
    dataset: async (owner, slug) => (owner === 'n' && slug === 'd' ? located : null),
    version: async () => null,
  };
  const ask = async (who: Caller | null, path: Record<string, string>) => {
    try {
      return await find(locator, { caller: who, path } as unknown as Exchange);
    } catch (error) {
      return (error as { status: number }).status;
    }
  };
  const found = find === findReadableNamespace ? entry : located;
  const answers = [
    await ask(null, { namespace: 'n', dataset: 'd' }),
    await ask({ ...caller, id: 2 }, { namespace: 'n', dataset: 'd' }),
    await ask(caller, { namespace: 'n', dataset: 'd' }),
    await ask(caller, { namespace: 'm', dataset: 'd' }),
    await ask(caller, {}),
  ];
  return answers.map((answer) => (answer === found ? 'found' : answer));
}

describe.each([
  ['namespace', findReadableNamespace],
  ['dataset', findReadableDataset],
])('a %s', (kind, find) => {
  it('is found by those who may read it', async () => {
    expect(await statuses({}, {}, find)).toEqual(['found', 'found', 'found', 404, 404]);
  });

  it('is refused to the others', async () => {
    expect(await statuses({ published: false }, {}, find)).toEqual([401, 403, 'found', 404, 404]);
  });

  it('does not exist for the others until its first rows are there', async () => {
    const provisional = { provisional: true };
    const [namespace, dataset] = kind === 'namespace' ? [provisional, {}] : [{}, provisional];
    expect(await statuses(namespace, dataset, find)).toEqual([404, 404, 'found', 404, 404]);
  });

  it('does not exist for the others while it is hidden, or refused to them with its namespace', async () => {
    const others = kind === 'dataset' ? [404, 404] : ['found', 'found'];
    expect(await statuses({}, { hidden: true }, find)).toEqual([...others, 'found', 404, 404]);
    expect(await statuses({ published: false }, { hidden: true }, find)).toEqual([401, 403, 'found', 404, 404]);
  });
});
