import { expect, test } from 'vitest';
import type { Dataset } from '#shared/api/records/dataset.ts';
import { describedColumns } from './data-column.ts';

const column = (name: string, type: string) => ({ name, type, label: name, description: '' });
const base64 = (value: unknown) => btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))));
const version = (slug: string, ready: boolean, metadata: unknown) => ({
  id: 1,
  dataset: '',
  label: slug,
  slug,
  datetime: '',
  checksum: '',
  metadata: typeof metadata === 'string' ? metadata : base64(metadata),
  ready,
  url: '',
});

function dataset(versions: Dataset['versions']): Dataset {
  const columns = [column('täglich', 'char'), column('n', 'integer'), column('t', 'char')];
  const names = { label: '', slug: '', namespace: '', description: '', url: '', data: '', download: '' };
  return { id: 1, ...names, image: '', showcase_image: '', thumbnail_image: '', columns, versions };
}

test('columns are dates and times according to the metadata of the displayed version', () => {
  const columns = [
    { name: 'täglich', type: 'char', format: 'date' },
    { name: 'n', type: 'integer', format: 'date' },
    { name: 't', type: 'char', format: 'of another kind' },
  ];
  const record = dataset([version('3', false, {}), version('2', true, { columns }), version('1', true, {})]);
  expect(describedColumns(record, null).map(({ moment }) => moment)).toEqual(['date', undefined, undefined]);
  expect(describedColumns(record, null)).toBe(describedColumns(record, null));
  expect(describedColumns(record, '1')).toBe(record.columns);
  expect(describedColumns(record, 'none')).toBe(record.columns);
});

test.each(['', 'opaque', 'bnVsbA==', { columns: 5 }, { columns: [null, {}, { name: 5, format: 'date' }] }])(
  'metadata %j say nothing',
  (metadata) => {
    const record = dataset([version('1', true, metadata)]);
    expect(describedColumns(record, null)).toBe(record.columns);
  },
);
