import { describe, expect, test } from 'vitest';
import { explain } from '#shared/failures.ts';
import type { FilePreview, FoundColumn } from '#shared/rpc/source-file.ts';
import {
  changeColumn,
  changeDestination,
  changeReading,
  draftOfRequest,
  newDraft,
  previewOptions,
  publishRequest,
  withNotes,
} from './draft.ts';
import { draftColumns } from './preview/draft-columns.ts';

const nowhere = { connection: null, namespace: null, dataset: null };
const draft = newDraft('/data/stadt_bäume.csv', nowhere);
const found = (
  source: string,
  type: FoundColumn['type'] = 'text',
  reason: FoundColumn['reason'] = null,
): FoundColumn => ({
  source,
  name: source,
  type,
  reason,
});
const preview: FilePreview = {
  path: draft.path,
  name: 'stadt_bäume.csv',
  bytes: 10,
  format: 'csv',
  compression: 'none',
  sheets: [],
  options: { point: { longitude: 'x', latitude: 'y', name: 'place' } },
  byteOrderMark: false,
  columns: [found('x', 'float'), found('y', 'integer'), found('place', 'geometry')],
  rows: [],
  lines: [],
  unitsLines: [],
  whole: true,
  broken: { count: 0, first: [] },
  findings: [],
  leftOut: [],
  notices: [],
};

test('a new dataset is named after its file', () => {
  const request = publishRequest(
    { ...draft, destination: { ...draft.destination, namespace: 'city' } },
    'local',
    new Set(),
    null,
  );
  expect(request).toEqual({
    kind: 'publish',
    connection: 'local',
    path: '/data/stadt_bäume.csv',
    options: {},
    namespace: { slug: 'city' },
    dataset: { slug: 'stadt-baume', create: { label: 'Stadt bäume', description: '' } },
    mode: 'replace',
    rejects: null,
    refuseLoss: true,
  });
});

test('a request is converted back to the draft that it was made from', () => {
  const edited = changeColumn(changeReading(draft, { delimiter: ';', header: false }), 'x', {
    type: 'text',
    name: 'X',
  });
  const mine = {
    ...edited,
    destination: {
      ...edited.destination,
      connection: 'local',
      newNamespace: { label: 'City', slug: 'the-city', published: false, groups: ['http://x/groups/1/'] },
      newDataset: { label: 'Trees', slug: 'trees', description: 'All of them' },
      licence: 'CC0',
      note: 'Corrected',
    },
    own: new Set(['label', 'description', 'licence', 'source', 'contact'] as const),
  };
  expect(draftOfRequest(publishRequest(mine, 'local', new Set(['x']), null))).toEqual(mine);
});

test('the readers of an existing namespace are sent only to change them', () => {
  const into = (namespace: string | null, readers: { published: boolean; allowedGroups: string[] } | null) =>
    publishRequest(
      { ...draft, destination: { ...draft.destination, namespace, readers } },
      'local',
      new Set<string>(),
      null,
    );
  const closed = { published: false, allowedGroups: ['http://x/groups/1/'] };
  expect(into('city', null).namespace).toEqual({ slug: 'city' });
  expect(into('city', closed).namespace).toEqual({ slug: 'city', readers: closed });
  expect(draftOfRequest(into('city', closed)).destination.readers).toEqual(closed);
  // A new namespace has readers of its own.
  expect(into(null, closed).namespace.readers).toBeUndefined();
});

test('edits of columns that the file no longer has are omitted', () => {
  const edited = changeColumn(changeColumn(draft, 'x', { label: 'East' }), 'gone', { drop: true });
  expect(publishRequest(edited, 'local', new Set(['x']), null).options).toEqual({
    columns: [{ source: 'x', label: 'East' }],
  });
});

test('an option that is reset is detected again', () => {
  expect(changeReading(changeReading(draft, { delimiter: ';' }), { delimiter: undefined }).reading).toEqual({});
});

test('types affect the first rows, names do not', () => {
  const named = changeColumn(draft, 'x', { name: 'X' });
  expect(previewOptions(named)).toEqual({});
  expect(previewOptions(changeColumn(named, 'x', { type: 'text' }))).toEqual({
    columns: [{ source: 'x', type: 'text' }],
  });
});

test('the whole file takes precedence over its beginning, and the user over both', () => {
  const survey = {
    state: 'done' as const,
    fraction: 1,
    rows: 3,
    columns: [found('x', 'float'), found('y', 'text', explain('codes-stay-text')), found('place', 'geometry')],
    notices: [],
    problem: null,
  };
  const columns = draftColumns(changeColumn(draft, 'x', { type: 'integer' }), preview, survey);
  expect(columns.map(({ source, type, reason, made }) => [source, type, reason, made])).toEqual([
    ['x', 'integer', null, false],
    ['y', 'text', explain('codes-stay-text'), false],
    ['place', 'geometry', null, true],
  ]);
});

test('missing and duplicate names are reported for used columns only', () => {
  const twice = changeColumn(changeColumn(draft, 'x', { name: 'y' }), 'place', { name: '' });
  expect(draftColumns(twice, preview, undefined).map(({ problem }) => problem)).toEqual([
    'nameTwice',
    'nameTwice',
    'nameMissing',
  ]);
  const dropped = changeColumn(twice, 'y', { drop: true });
  expect(draftColumns(dropped, preview, undefined).map(({ problem }) => problem)).toEqual([null, null, 'nameMissing']);
});

test('degrees that do not exist are a problem of the point', () => {
  const problems = (...rows: string[][]) =>
    draftColumns(draft, { ...preview, rows }, undefined).map(({ problem }) => problem);
  expect(problems(['180', '-90', ''])).toEqual([null, null, null]);
  expect(problems(['1', '2', ''], ['8', '90.5', ''])).toEqual([null, null, 'latitudeRange']);
  expect(problems(['-181', '2', ''])).toEqual([null, null, 'longitudeRange']);
});

test('the evidence for a type covers the whole file once it was read, and is omitted if the user sets the type', () => {
  const evidence = { whole: false, values: 3, fitting: 3, missing: [], exceptions: [], numbers: null };
  const counted = { ...found('x', 'integer'), evidence };
  const whole = (survey: Parameters<typeof draftColumns>[2], all: boolean) =>
    draftColumns(draft, { ...preview, columns: [counted], whole: all }, survey)[0]?.evidence?.whole;
  const done = { state: 'done' as const, fraction: 1, rows: 3, columns: [counted], notices: [], problem: null };
  expect([whole(undefined, false), whole(undefined, true), whole(done, false)]).toEqual([false, true, true]);
  const typed = changeColumn(draft, 'x', { type: 'text' });
  expect(draftColumns(typed, { ...preview, columns: [counted] }, undefined)[0]?.evidence).toBeNull();
});

describe('what the lines around a table say', () => {
  const notes = {
    title: 'Population by state',
    description: 'As of 2023',
    source: 'Statistics Office',
    licence: 'CC BY 4.0',
    contact: '',
    columns: [{ source: 'value', description: 'in 1,000' }],
  };
  const draft = newDraft('/data/12411.csv', { connection: null, namespace: null, dataset: null });

  test('fills in what the user has not', () => {
    const { destination, edits } = withNotes(draft, notes);
    expect(destination).toMatchObject({
      newDataset: { label: 'Population by state', slug: '12411', description: 'As of 2023' },
      source: 'Statistics Office',
      licence: 'CC BY 4.0',
    });
    expect(edits.get('value')).toEqual({ description: 'in 1,000' });
  });

  test('stays away where the user has written, or removed it', () => {
    const shown = withNotes(draft, notes).destination;
    const changed = changeDestination(draft, shown, { licence: '' });
    const again = changeDestination(changed, shown, { newDataset: { ...shown.newDataset, label: 'Mine' } });
    expect(withNotes(again, notes).destination).toMatchObject({
      newDataset: { label: 'Mine', description: 'As of 2023' },
      licence: '',
      source: 'Statistics Office',
    });
  });

  test('is published with a new dataset', () => {
    const request = publishRequest(withNotes(draft, notes), 'local', new Set(['value']), null);
    expect(request).toMatchObject({
      licence: 'CC BY 4.0',
      provenance: { source: 'Statistics Office', contact: '' },
      dataset: { slug: '12411', create: { label: 'Population by state', description: 'As of 2023' } },
      options: { columns: [{ source: 'value', description: 'in 1,000' }] },
    });
  });
});
