import { describe, expect, test } from 'vitest';
import type { Connection, NamespaceSummary } from '#shared/rpc/records.ts';
import { layOutTree, type NamespacesState, rootId, type TreeContent } from './tree-nodes.ts';

const words = {
  loading: 'loading',
  starting: 'starting',
  failed: 'failed',
  emptyConnection: 'bare',
  emptyNamespace: 'empty',
};

function connection(id: string, part: Partial<Connection> = {}): Connection {
  return {
    id,
    kind: 'remote',
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

describe('the catalogue', () => {
  test('has connections, namespaces and datasets', () => {
    expect(lines(layOutTree([], [connection('a')], catalogue, '', words))).toEqual([
      'Service a',
      '  AIR',
      '    The flights',
      '    The airports',
      '  SEA',
      '    empty',
    ]);
  });

  test('says what is not there yet', () => {
    const failure = { code: 'offline', message: 'No route.', where: '', retry: true };
    const states = new Map<string, NamespacesState>([
      ['c', { kind: 'failed', failure }],
      ['d', known()],
    ]);
    const connections = [
      connection('a', { state: 'starting' }),
      connection('b'),
      connection('c'),
      connection('d'),
      connection('e', { state: 'offline', failure }),
    ];
    expect(lines(layOutTree([], connections, states, '', words)).filter((line) => line.startsWith('  '))).toEqual([
      '  starting',
      '  loading',
      '  No route.',
      '  bare',
      '  No route.',
    ]);
  });

  test('is filtered by label and slug, with what is above', () => {
    expect(lines(layOutTree([], [connection('a'), connection('b')], catalogue, ' FLIGH', words))).toEqual([
      'Service a',
      '  AIR',
      '    The flights',
    ]);
  });

  test('keeps everything in a namespace that fits', () => {
    expect(lines(layOutTree([], [connection('a')], catalogue, 'air', words))).toEqual([
      'Service a',
      '  AIR',
      '    The flights',
      '    The airports',
    ]);
  });

  test('begins with the shelves that hold something, unless it is filtered', () => {
    const reference = { connection: 'a', namespace: 'air', dataset: 'flights' };
    const shelves = [
      { kind: 'favourites' as const, label: 'Favourites', entries: [{ reference, label: 'My flights' }] },
      { kind: 'recent' as const, label: 'Recent', entries: [] },
    ];
    expect(lines(layOutTree(shelves, [connection('d')], new Map([['d', known()]]), '', words))).toEqual([
      'Favourites',
      '  My flights',
      'Service d',
      '  bare',
    ]);
    expect(lines(layOutTree(shelves, [], new Map(), 'flights', words))).toEqual([]);
  });

  test('is empty when nothing fits', () => {
    expect(lines(layOutTree([], [connection('a')], catalogue, 'nowhere', words))).toEqual([]);
  });
});
