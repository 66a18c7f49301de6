import { expect, test } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import type { ExportSubject } from '../../state/dialogs.ts';
import { exportRequest, firstChoice, formatsOf, listSeparator, proposedName, scopesOf } from './export-dialog.tsx';

const reference = { connection: 'local', namespace: 'city', dataset: 'trees' };
const column = (name: string, type: string) => ({ name, type, label: '', description: '' });
const subject: ExportSubject = {
  reference,
  label: 'Trees',
  columns: [column('id', 'integer'), column('place', 'geometry')],
  query: everyRow,
  selection: [],
};
const query = {
  ...everyRow,
  version: '20240101000000000000',
  filters: [{ column: 'id', lookup: 'gte' as const, value: '3' }],
  fields: ['id'],
};
const selection = [
  { from: 2, to: 5 },
  { from: 9, to: 10 },
];

test('starts with the narrowest view that the user has made', () => {
  expect(firstChoice(subject).scope).toBe('all');
  expect(firstChoice({ ...subject, query }).scope).toBe('view');
  expect(firstChoice({ ...subject, query, selection }).scope).toBe('selection');
  expect(scopesOf(subject)).toEqual(['view', 'all']);
});

test('GeoJSON is offered if a geometry is exported', () => {
  expect(formatsOf(subject, 'view')).toContain('geojson');
  expect(formatsOf({ ...subject, query }, 'view')).not.toContain('geojson');
  expect(formatsOf({ ...subject, query }, 'all')).toContain('geojson');
});

test('exporting all data keeps the version and nothing else of the view', () => {
  const choice = { ...firstChoice(subject), scope: 'all' as const };
  expect(exportRequest({ ...subject, query, selection }, choice, '/tmp/trees.csv', 'en')).toEqual({
    kind: 'export',
    reference,
    query: { ...everyRow, version: query.version },
    selection: null,
    format: 'csv',
    target: '/tmp/trees.csv',
    descriptor: true,
  });
});

test('a selection is exported as rows of the view', () => {
  const choice = { ...firstChoice(subject), scope: 'selection' as const, format: 'xlsx' as const, spreadsheet: true };
  const request = exportRequest({ ...subject, query, selection }, choice, '/tmp/x.xlsx', 'de');
  expect(request).toEqual({
    kind: 'export',
    reference,
    query,
    selection,
    format: 'xlsx',
    target: '/tmp/x.xlsx',
    descriptor: true,
  });
});

test('a workbook has the names of the columns as headings on request', () => {
  const choice = { ...firstChoice(subject), format: 'xlsx' as const, names: true };
  expect(exportRequest(subject, choice, '/tmp/x.xlsx', 'de').headings).toBe('names');
  expect(exportRequest(subject, { ...choice, format: 'csv' }, '/tmp/x.csv', 'de')).not.toHaveProperty('headings');
});

test('CSV for a spreadsheet uses the separator of the locale', () => {
  const choice = { ...firstChoice(subject), spreadsheet: true };
  expect(exportRequest(subject, choice, '/tmp/x.csv', 'de').spreadsheet).toEqual({ separator: ';' });
  expect([listSeparator('en-GB'), listSeparator('it'), listSeparator('de-CH')]).toEqual([',', ';', ',']);
});

test('the suggested name describes the contents of the file', () => {
  expect(proposedName(subject, firstChoice(subject))).toBe('trees.csv');
  expect(proposedName(subject, { ...firstChoice(subject), scope: 'view', format: 'parquet' })).toBe(
    'trees-view.parquet',
  );
});
