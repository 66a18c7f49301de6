import { describe, expect, test } from 'vitest';
import { englishText } from '#shared/english/english-text.ts';
import { explain, type Failure, failure } from '#shared/failures.ts';
import type { QuerySummary } from '#shared/rpc/calls/queries.ts';
import type { Connection, NamespaceSummary } from '#shared/rpc/records.ts';
import {
  type DatasetList,
  layOutConnections,
  type NamespacesState,
  rootId,
  type TreeContent,
  withLists,
} from './tree-nodes.ts';

const words = {
  loading: 'loading',
  starting: 'starting',
  failed: (failure: Failure) => englishText(failure),
  emptyConnection: 'bare',
  emptyNamespace: 'empty',
};

function connection(id: string, part: Partial<Connection> = {}): Connection {
  return {
    id,
    capabilities: { signIn: true, changeAddress: true, remove: true, pin: true, filesOnThisComputer: false },
    name: `Service ${id}`,
    colour: '',
    address: `http://${id}/`,
    state: 'ready',
    failure: null,
    session: { kind: 'anonymous' },
    transport: 'safe',
    ...part,
  };
}

function namespace(slug: string, datasets: readonly string[]): NamespaceSummary {
  const image = { image: '', showcase_image: '', thumbnail_image: '' };
  return {
    ...image,
    id: 1,
    label: slug.toUpperCase(),
    slug,
    description: '',
    published: true,
    url: '',
    allowed_groups: [],
    datasets: datasets.map((dataset) => ({
      ...image,
      id: 1,
      label: `The ${dataset}`,
      slug: dataset,
      namespace: '',
      description: '',
      url: '',
      versions: [],
      data: '',
      columns: [],
      download: '',
    })),
  };
}

function known(...namespaces: NamespaceSummary[]): NamespacesState {
  return { kind: 'known', namespaces };
}

/** The tree as indented labels. */
function lines(tree: TreeContent, id = rootId, depth = 0): string[] {
  return (tree.children.get(id) ?? []).flatMap((child) => [
    `${'  '.repeat(depth)}${tree.nodes.get(child)?.label}`,
    ...lines(tree, child, depth + 1),
  ]);
}

const catalogue = new Map([['a', known(namespace('air', ['flights', 'airports']), namespace('sea', []))]]);

function layOut(
  connections: readonly Connection[],
  namespaces: ReadonlyMap<string, NamespacesState>,
  filter = '',
  lists: readonly DatasetList[] = [],
  queries: readonly QuerySummary[] = [],
): TreeContent {
  const saved = new Map([['a', queries]]);
  const source = { lists, connections, namespaces, queries: saved, filter, words };
  return withLists(layOutConnections(source), source);
}

function query(dataset: string, label: string): QuerySummary {
  const reference = { connection: 'a', namespace: 'air', dataset };
  return {
    url: `http://a/q/${label}/`,
    label,
    reference,
    created: '',
    data: '',
    asks: { kind: 'unsupported', text: '' },
  };
}

describe('the catalogue', () => {
  test('has connections, namespaces and datasets', () => {
    expect(lines(layOut([connection('a')], catalogue))).toEqual([
      'Service a',
      '  AIR',
      '    The flights',
      '    The airports',
      '  SEA',
      '    empty',
    ]);
  });

  test('marks what is hidden, also in lists', () => {
    const air = namespace('air', ['flights', 'airports']);
    const [flights, airports] = air.datasets;
    if (flights === undefined || airports === undefined) throw new Error('No datasets.');
    const states = new Map([['a', known({ ...air, datasets: [{ ...flights, hidden: true }, airports] })]]);
    const entries = [{ reference: { connection: 'a', namespace: 'air', dataset: 'flights' }, label: 'Flights' }];
    const tree = layOut([connection('a')], states, '', [{ kind: 'recent', label: 'Recent', entries }]);
    const marks = [...tree.nodes.values()].flatMap((node) =>
      node.kind === 'dataset' ? [[node.reference.dataset, node.access]] : [],
    );
    expect(marks).toEqual([
      ['flights', 'hidden'],
      ['flights', 'hidden'],
      ['airports', 'public'],
    ]);
  });

  test('has placeholders for what is not available yet', () => {
    const offline = failure('offline', explain('program-said', { text: 'No route.' }), { retry: true });
    const states = new Map<string, NamespacesState>([
      ['c', { kind: 'failed', failure: offline }],
      ['d', known()],
    ]);
    const connections = [
      connection('a', { state: 'starting' }),
      connection('b'),
      connection('c'),
      connection('d'),
      connection('e', { state: 'offline', failure: offline }),
    ];
    expect(lines(layOut(connections, states)).filter((line) => line.startsWith('  '))).toEqual([
      '  starting',
      '  loading',
      '  No route.',
      '  bare',
      '  No route.',
    ]);
  });

  test('is filtered by label and slug, keeping ancestors', () => {
    expect(
      lines(layOut([connection('a'), connection('b')], new Map([...catalogue, ['b', known()]]), ' FLIGH')),
    ).toEqual(['Service a', '  AIR', '    The flights']);
  });

  test('is filtered by words in any order, across a dataset and its namespace', () => {
    expect(lines(layOut([connection('a')], catalogue, 'flights air'))).toEqual([
      'Service a',
      '  AIR',
      '    The flights',
    ]);
    expect(lines(layOut([connection('a')], catalogue, 'flights sea'))).toEqual([]);
  });

  test('keeps everything in a matching namespace', () => {
    expect(lines(layOut([connection('a')], catalogue, 'air'))).toEqual([
      'Service a',
      '  AIR',
      '    The flights',
      '    The airports',
    ]);
  });

  test('starts with the non-empty lists, unless it is filtered', () => {
    const reference = { connection: 'a', namespace: 'air', dataset: 'flights' };
    const lists = [
      { kind: 'favourites' as const, label: 'Favourites', entries: [{ reference, label: 'My flights' }] },
      { kind: 'recent' as const, label: 'Recent', entries: [] },
    ];
    expect(lines(layOut([connection('a'), connection('d')], new Map([['d', known()]]), '', lists))).toEqual([
      'Favourites',
      '  My flights',
      'Service a',
      '  loading',
      'Service d',
      '  bare',
    ]);
    expect(lines(layOut([], new Map(), 'flights', lists))).toEqual([]);
  });

  test('is empty when nothing matches', () => {
    expect(lines(layOut([connection('a')], catalogue, 'nowhere'))).toEqual([]);
  });

  test('omits list entries of removed connections, and shows the known facts of the others', () => {
    const reference = { connection: 'a', namespace: 'air', dataset: 'flights' };
    const entries = [
      { reference, label: 'As it was called' },
      { reference: { ...reference, connection: 'gone' }, label: 'Gone' },
    ];
    const tree = layOut([connection('a')], catalogue, '', [{ kind: 'favourites', label: 'Favourites', entries }]);
    expect(lines(tree).slice(0, 2)).toEqual(['Favourites', '  The flights']);
    const nowhere = layOut([], catalogue, '', [{ kind: 'favourites', label: 'Favourites', entries }]);
    expect(lines(nowhere)).toEqual([]);
  });

  test('has saved queries below their datasets', () => {
    const saved = [query('airports', 'In Texas'), query('airports', 'High'), query('nowhere', 'Lost')];
    expect(lines(layOut([connection('a')], catalogue, '', [], saved))).toEqual([
      'Service a',
      '  AIR',
      '    The flights',
      '    The airports',
      '      In Texas',
      '      High',
      '  SEA',
      '    empty',
    ]);
    expect(lines(layOut([connection('a')], catalogue, 'texas', [], saved))).toEqual([
      'Service a',
      '  AIR',
      '    The airports',
      '      In Texas',
    ]);
    expect(lines(layOut([connection('a')], catalogue, 'airports', [], saved)).slice(2)).toEqual([
      '    The airports',
      '      In Texas',
      '      High',
    ]);
  });

  test('shows under a filter which connections could not be searched', () => {
    const offline = failure('offline', explain('program-said', { text: 'No route.' }), { retry: true });
    const states = new Map<string, NamespacesState>([...catalogue, ['c', { kind: 'failed', failure: offline }]]);
    const all = [connection('a'), connection('b'), connection('c')];
    expect(lines(layOut(all, states, 'nowhere'))).toEqual(['Service b', '  loading', 'Service c', '  No route.']);
  });

  test('determines who may read a namespace', () => {
    const open = namespace('open', []);
    const spaces = [
      open,
      { ...open, slug: 'b', allowed_groups: ['http://a/g/1/'] },
      { ...open, slug: 'c', published: false },
    ];
    const tree = layOut([connection('a')], new Map([['a', known(...spaces)]]));
    const access = [...tree.nodes.values()].flatMap((node) => (node.kind === 'namespace' ? [node.access] : []));
    expect(access).toEqual(['public', 'groups', 'private']);
  });
});
