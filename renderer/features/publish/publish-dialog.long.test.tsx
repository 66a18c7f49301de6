import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { explain, failure } from '#shared/failures.ts';
import type { FileSurvey, FoundColumn } from '#shared/rpc/source-file.ts';
import { startMessages } from '../../locales/language.ts';
import { askToPublish, closeDialog } from '../../state/dialogs.ts';
import { backend, shell } from '../../testing/far-side.ts';
import { previewPath as path, testPreview } from '../../testing/file-preview.ts';
import { testJob } from '../../testing/jobs.ts';
import { ownConnection, testColumn, testConnection, testDetails, testNamespace } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { clearDraft } from './publish-store.ts';

beforeEach(() => {
  backend.answer('listConnections', [ownConnection({ name: 'This computer' })]);
  backend.answer('listNamespaces', []);
  backend.answer('listGroups', []);
  backend.answer('listJobs', []);
  backend.answer('reviewPublish', null);
  backend.answer('surveyFile', { state: 'done', fraction: 1, rows: 3, columns: [], notices: [], problem: null });
});
afterEach(() => {
  closeDialog('files');
  clearDraft();
});

describe('publishing a file', () => {
  it('asks for a file', async () => {
    shell.answer('chooseFiles', [path]);
    askToPublish([]);
    const user = renderComponent(<PublishDialog />);
    await user.click(await screen.findByRole('button', { name: 'Choose a file…' }));
    expect(await screen.findByRole('heading', { name: 'towns.csv' })).toBeDefined();
  });

  it('shows that the file is being read, and disables publishing until then', async () => {
    askToPublish([path]);
    renderComponent(<PublishDialog />);
    expect((await screen.findByRole('status')).textContent).toBe('Loading');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish' }).disabled).toBe(true);
  });

  it('explains why the file cannot be read, and reads it again', async () => {
    backend.fail('previewFile', failure('not-readable', explain('recorded', { text: '' }), { retry: true }));
    askToPublish([path]);
    const user = renderComponent(<PublishDialog />);
    await screen.findByRole('alert');
    backend.answer('previewFile', testPreview());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Ulm')).toBeDefined();
  });

  it('publishes it as a new dataset, and shows the progress and the result', async () => {
    backend.answer('previewFile', testPreview());
    askToPublish([path]);
    const user = renderComponent(<PublishDialog />);
    expect(await screen.findByText('Whole file read · 3 rows')).toBeDefined();
    const job = testJob({ state: 'running' });
    backend.answer('startJob', ({ request }) => ({ ...job, request }));
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(backend.calls('startJob')).toHaveLength(1));
    const [{ request } = { request: job.request }] = backend.calls('startJob');
    expect(request).toMatchObject({
      kind: 'publish',
      path,
      namespace: { slug: 'my-data' },
      dataset: { slug: 'towns', create: { label: 'Towns' } },
    });
    backend.answer('listJobs', [{ ...job, request }]);
    backend.announce({ kind: 'jobs-changed' });
    expect(await screen.findByRole('button', { name: 'Run in background' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
    const reference = { connection: 'local', namespace: 'my-data', dataset: 'towns' };
    const counts = { rows: 3, rejected: 0, rejects: null, conversions: [] };
    const result = { kind: 'publish', reference, address: '', version: '1', checksum: '', ...counts } as const;
    backend.answer('listJobs', [{ ...job, request, state: 'done', result: { ...result, conversions: [] } }]);
    backend.announce({ kind: 'jobs-changed' });
    expect(await screen.findByText('3 rows in my-data/towns, now available through the API.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Open dataset' })).toBeDefined();
  });

  it('states what is needed and what is free if the file does not fit on the disk', async () => {
    backend.answer('previewFile', testPreview());
    const job = testJob({ id: 'full' });
    backend.answer('startJob', ({ request }) => ({ ...job, request }));
    askToPublish([path]);
    const user = renderComponent(<PublishDialog />);
    await user.click(await screen.findByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(backend.calls('startJob')).toHaveLength(1));
    const reason = failure('disk-full', explain('disk-space-needed', { needed: 12_345, free: 99 }), { retry: true });
    backend.answer('listJobs', [{ ...job, state: 'failed', failure: reason }]);
    backend.announce({ kind: 'jobs-changed' });
    const text = /about 12,345 MiB are needed, 99 MiB are free\. Nothing was written\./;
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Publish again' })).toBeDefined();
  });

  it('publishes nothing without a label, and reports that', async () => {
    backend.answer('previewFile', testPreview());
    askToPublish([path]);
    const user = renderComponent(<PublishDialog />);
    await screen.findByText('Ulm');
    await user.clear(screen.getByRole('textbox', { name: 'Dataset label' }));
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    expect(await screen.findByText('Check the marked fields above.')).toBeDefined();
    expect(backend.calls('startJob')).toEqual([]);
  });

  it('explains why the services cannot be listed', async () => {
    backend.answer('previewFile', testPreview());
    backend.fail('listConnections', failure('backend-gone', explain('backend-gone')));
    askToPublish([path]);
    renderComponent(<PublishDialog />);
    expect(await screen.findByText(/is being restarted/)).toBeDefined();
  });

  it('keeps rows of descriptions with the columns', async () => {
    const descriptions = [
      ['Name of the town', 'Inhabitants'],
      ['{"ImportId":"a"}', '{"ImportId":"b"}'],
    ];
    const described = { rows: [...descriptions, ['Ulm', '126000']], lines: [2, 3, 4], unitsLines: [2, 3] };
    backend.answer('previewFile', ({ options }) => testPreview(options.leaveOut === undefined ? described : {}));
    backend.answer('startJob', testJob());
    askToPublish([path]);
    const user = renderComponent(<PublishDialog />);
    const proposal = await screen.findByRole('region', { name: /^Lines 2, 3 look like units or descriptions/ });
    await user.click(within(proposal).getByRole('button', { name: 'Use as descriptions' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: /^Lines 2, 3/ })).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(backend.calls('startJob')).toHaveLength(1));
    expect(backend.calls('startJob')[0]?.request).toMatchObject({
      options: {
        leaveOut: [2, 3],
        columns: [
          { source: 'name', description: 'Name of the town' },
          { source: 'population', description: 'Inhabitants' },
        ],
      },
    });
  });

  it('splits columns of fixed width whose values touch further down if the user confirms it', async () => {
    backend.answer('previewFile', testPreview());
    const problem = explain('column-start-inside', { line: 90, position: 5, text: 'Ulm 126000' });
    const failed: FileSurvey = { state: 'failed', fraction: null, rows: null, columns: [], notices: [], problem };
    const done: FileSurvey = { state: 'done', fraction: 1, rows: 3, columns: [], notices: [], problem: null };
    backend.answer('surveyFile', ({ options }) => (options.packed === true ? done : failed));
    askToPublish([path]);
    const user = renderComponent(<PublishDialog />);
    await user.click(await screen.findByRole('button', { name: 'Split there anyway' }));
    expect(await screen.findByText('Whole file read · 3 rows')).toBeDefined();
  });

  it('proposes what the lines below the whole table say', async () => {
    backend.answer('previewFile', testPreview());
    const notes = { title: '', description: 'Provisional.', source: 'ONS', licence: '', contact: '', columns: [] };
    const done: FileSurvey = { state: 'done', fraction: 1, rows: 3, columns: [], notices: [], problem: null, notes };
    backend.answer('surveyFile', done);
    backend.answer('startJob', testJob());
    askToPublish([path]);
    const user = renderComponent(<PublishDialog />);
    await screen.findByText('Whole file read · 3 rows');
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(backend.calls('startJob')).toHaveLength(1));
    expect(backend.calls('startJob')[0]?.request).toMatchObject({
      dataset: { create: { description: 'Provisional.' } },
      provenance: { source: 'ONS' },
    });
  });

  it('leaves out a total that was found at the end of the whole file', async () => {
    backend.answer('previewFile', testPreview());
    const note = explain('totals-below', { lines: [90], column: 'population', value: 'Total' });
    backend.answer('surveyFile', ({ options }) => {
      const notices = options.leaveOut === undefined ? [note] : [];
      return { state: 'done', fraction: 1, rows: 3, columns: [], notices, problem: null };
    });
    backend.answer('startJob', testJob());
    askToPublish([path]);
    const user = renderComponent(<PublishDialog />);
    const proposal = await screen.findByRole('region', { name: /^Line 90 looks like a total of the others/ });
    await user.click(within(proposal).getByRole('button', { name: 'Skip this row' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: /^Line 90/ })).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(backend.calls('startJob')).toHaveLength(1));
    expect(backend.calls('startJob')[0]?.request).toMatchObject({ options: { leaveOut: [90] } });
  });

  it.each([
    ['Store as numbers', { type: 'integer', description: '%' }],
    ['Keep as text', { type: 'text' }],
  ])('decides about numbers that are text because of their unit: %s', async (name, edit) => {
    const { columns, ...preview } = testPreview();
    const [first, ...others] = columns;
    if (first === undefined) throw new Error('A preview has columns.');
    const evidence = { whole: true, values: 3, fitting: 3, missing: [], exceptions: [], numbers: null };
    const share: FoundColumn = { ...first, type: 'text', evidence, unit: { sign: '%', type: 'integer' } };
    backend.answer('previewFile', { ...preview, columns: [share, ...others] });
    backend.answer('startJob', testJob());
    askToPublish([path]);
    const user = renderComponent(<PublishDialog />);
    const text = `Numbers with the sign of a unit are text: ${share.name} (%)`;
    const proposal = await screen.findByRole('region', { name: text });
    await user.click(within(proposal).getByRole('button', { name }));
    await waitFor(() => expect(screen.queryByRole('region', { name: text })).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(backend.calls('startJob')).toHaveLength(1));
    expect(backend.calls('startJob')[0]?.request).toMatchObject({
      options: { columns: [{ source: share.source, ...edit }] },
    });
  });

  it('splits objects of JSON into columns, and takes that back', async () => {
    const nested = explain('json-nested', { names: 'country' });
    backend.answer('previewFile', ({ options }) =>
      options.flatten === true
        ? { ...testPreview(), options: { ...testPreview().options, flatten: true } }
        : { ...testPreview(), notices: [nested] },
    );
    askToPublish([path]);
    const user = renderComponent(<PublishDialog />);
    const offer = await screen.findByRole('region', { name: 'Objects stay JSON text: country' });
    await user.click(within(offer).getByRole('button', { name: 'Split into columns' }));
    const done = await screen.findByRole('region', { name: 'Objects are split into columns.' });
    await user.click(within(done).getByRole('button', { name: 'Keep as JSON' }));
    expect(await screen.findByRole('region', { name: 'Objects stay JSON text: country' })).toBeDefined();
  });

  it('shows the columns in place of the rows, and says if none is left', async () => {
    backend.answer('previewFile', testPreview());
    askToPublish([path]);
    const user = renderComponent(<PublishDialog />);
    await screen.findByRole('table', { name: /^First rows of/ });
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    expect(screen.queryByRole('table', { name: /^First rows of/ })).toBeNull();
    expect(screen.getByRole('table', { name: /^Columns of/ })).toBeDefined();
    expect(screen.getByText(/ of \d+ used$/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: /^(?:All|First) rows$/ }));
    expect(screen.queryByRole('table', { name: /^Columns of/ })).toBeNull();
  });

  it('asks which column is the latitude and which the longitude, and swaps them', async () => {
    const columns = ['rechts', 'hoch'].map((name) => ({ source: name, name, type: 'float' as const, reason: null }));
    backend.answer('previewFile', testPreview({ columns, rows: [['8.5', '47.4']] }));
    askToPublish([path]);
    const user = renderComponent(<PublishDialog />);
    const chosen = () =>
      ['Latitude', 'Longitude'].map((name) => screen.getByRole<HTMLSelectElement>('combobox', { name }).value);
    const choose = (name: string, option: string) =>
      user.selectOptions(screen.getByRole('combobox', { name }), screen.getByRole('option', { name: option }));
    await user.click(await screen.findByRole('button', { name: 'Columns' }));
    await choose('Point geometry', 'Point geometry: from two columns');
    expect(chosen()).toEqual(['', '']);
    await choose('Latitude', 'Latitude: rechts');
    await choose('Longitude', 'Longitude: hoch');
    await choose('Latitude', 'Latitude: hoch');
    expect(chosen()).toEqual(['hoch', 'rechts']);
  });

  it('moves through its questions to the button that publishes, and publishes by Ctrl+Enter from anywhere', async () => {
    const column = (name: string) => ({ source: name, name, type: 'text', reason: null }) as const;
    const sample = ['1', '2'];
    const days = {
      kind: 'day-or-month-first',
      choices: [
        { options: { dates: 'day-first' }, sample },
        { options: { dates: 'month-first' }, sample },
      ],
    } satisfies FoundColumn['question'];
    const numbers = {
      kind: 'decimal-or-thousands',
      choices: [
        { options: { decimalComma: false }, sample },
        { options: { decimalComma: true }, sample },
      ],
    } satisfies FoundColumn['question'];
    backend.answer('previewFile', ({ options: { dates, decimalComma } }) =>
      testPreview({
        columns: [
          { ...column('day'), ...(dates === undefined ? { question: days } : {}) },
          { ...column('amount'), ...(decimalComma === undefined ? { question: numbers } : {}) },
        ],
        rows: [['01/02/2026', '1,234']],
      }),
    );
    shell.answer('chooseFiles', [path]);
    askToPublish([]);
    const user = renderComponent(<PublishDialog />);
    await user.click(await screen.findByRole('button', { name: 'Choose a file…' }));
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Day first/));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Decimal point/));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Publish'));
    screen.getByRole('textbox', { name: 'Dataset label' }).focus();
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(backend.calls('startJob')).toHaveLength(1));
  });

  it('names the destination in one line, which opens to be changed', async () => {
    backend.answer('previewFile', testPreview());
    backend.answer('listNamespaces', [testNamespace({ datasets: [] })]);
    askToPublish([path], { connection: 'local', namespace: 'geo', dataset: null });
    const user = renderComponent(<PublishDialog />);
    await screen.findByText('Ulm');
    expect(await screen.findByText('Geography / Towns')).toBeDefined();
    expect(screen.getByText('geo/towns')).toBeDefined();
    expect(screen.queryByRole('combobox', { name: 'Namespace' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Change…' }));
    expect(screen.getByRole('combobox', { name: 'Namespace' })).toBeDefined();
  });

  it('reads another one of several tables, or lists each', async () => {
    const table = { rows: 2, columns: 3, title: 'Rivers' };
    const tables = [
      { ...table, line: 1, range: { first: 1, last: 5 }, title: '' },
      { ...table, line: 7, range: { first: 6, last: 9 } },
    ];
    backend.answer('previewFile', testPreview({ tables }));
    askToPublish([path]);
    const user = renderComponent(<PublishDialog />);
    const found = within(await screen.findByRole('region', { name: '2 tables in this file' }));
    await user.click(found.getByRole('button', { name: 'Table at row 7, 2 × 3 Rivers' }));
    await waitFor(() => expect(backend.calls('previewFile').at(-1)?.options).toEqual({ range: { first: 6, last: 9 } }));
    await user.click(screen.getByRole('button', { name: 'Publish each…' }));
    expect(await screen.findByDisplayValue('Rivers')).toBeDefined();
  });

  it('reads one of several tables beside each other, which are read as one before', async () => {
    const ranges = [6, 1].map((first) => ({ first: 1, columns: { first, last: first + 3 } }));
    const tables = ranges.map((range) => ({ rows: 2, columns: 4, title: '', line: 3, range }));
    backend.answer('previewFile', { ...testPreview({ tables }), format: 'xlsx' });
    askToPublish([path]);
    const user = renderComponent(<PublishDialog />);
    const found = within(await screen.findByRole('region', { name: '2 tables in this file' }));
    const first = found.getByRole('button', { name: 'Table at F3, 2 × 4' });
    expect(first.getAttribute('aria-pressed')).toBe('false');
    await user.click(first);
    await waitFor(() => expect(backend.calls('previewFile').at(-1)?.options).toEqual({ range: ranges[0] }));
  });

  it('says what becomes of marks of status, with the other way', async () => {
    const marks = { applied: true, kept: true, columns: ['rate'], marks: [{ mark: 'p', meaning: 'provisional' }] };
    backend.answer('previewFile', testPreview({ marks }));
    askToPublish([path]);
    const user = renderComponent(<PublishDialog />);
    const text = 'Status marks of rate have columns of their own: p provisional';
    const found = within(await screen.findByRole('region', { name: text }));
    await user.click(found.getByRole('button', { name: 'Missing is enough' }));
    await waitFor(() => expect(backend.calls('previewFile').at(-1)?.options).toEqual({ marks: 'drop' }));
  });

  it('adds rows to an existing dataset', async () => {
    backend.answer('previewFile', testPreview());
    backend.answer('listNamespaces', [testNamespace()]);
    backend.answer('startJob', testJob());
    askToPublish([path], { connection: 'local', namespace: 'geo', dataset: 'towns' });
    const user = renderComponent(<PublishDialog />);
    await screen.findByText('Ulm');
    await user.click(await screen.findByRole('radio', { name: 'Append' }));
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(backend.calls('startJob')).toHaveLength(1));
    expect(backend.calls('startJob')[0]?.request).toMatchObject({ mode: 'append', dataset: { slug: 'towns' } });
  });

  it('says which values of the first rows are in no list that the columns will have', async () => {
    const column = (name: string, unlisted?: FoundColumn['unlisted']): FoundColumn => ({
      ...{ source: name, name, type: 'text', reason: null },
      ...(unlisted !== undefined && { unlisted }),
    });
    const stated = { count: 2, values: ['x', 'y'] };
    const found = ['chosen', 'made', 'plain', 'added'].map((name) => column(name, stated));
    const columns = [...found, column('year'), column('own')];
    const rows = [
      ['a', 'a', 'x', 'x', '1990', 'a'],
      ['b', 'y', 'y', 'y', '2020', null],
      [null, 'x', 'x', 'x', '2020', 'c'],
    ];
    backend.answer('previewFile', testPreview({ columns, rows, whole: false }));
    const lines = () => screen.getAllByText(/in no list/).map(({ textContent }) => textContent);
    askToPublish([path]);
    renderComponent(<PublishDialog />);
    expect(await screen.findByText('Codes in the first 3 rows')).toBeDefined();
    expect(lines()).toEqual(found.map(({ name }) => `${name}: 2 codes are in no list: x, y`));

    backend.answer('listNamespaces', [testNamespace()]);
    const old = ['chosen', 'made', 'plain', 'year', 'own'].map((name) => testColumn(name));
    const { dataset } = testDetails();
    backend.answer('readDataset', testDetails({ dataset: { ...dataset, columns: old } }));
    const codes = [
      { code: 'a', label: 'A', parent: null, valid_to: '2000' },
      { code: 'b', label: 'B', parent: null, valid_to: '2000' },
    ];
    backend.answer('readCodeLists', [
      { columns: ['chosen', 'own'], list: { namespace: 'geo', dataset: 'regions' }, codes },
      { columns: ['made'], list: { namespace: 'geo', dataset: 'made-codes-0123456789ab' }, codes },
    ]);
    askToPublish([path], { connection: 'local', namespace: 'geo', dataset: 'towns' });
    expect(await screen.findByText('chosen: 1 code is in no list: b')).toBeDefined();
    expect(lines()).toEqual([
      'chosen: 1 code is in no list: b',
      'made: 2 codes are in no list: x, y',
      'added: 2 codes are in no list: x, y',
      'own: 1 code is in no list: c',
    ]);

    // All rows were read to compare them.
    const unlisted = [{ column: 'own', count: 14, values: ['c', 'd'] }];
    backend.answer('reviewPublish', { changes: explain('replaces-equal'), loses: false, unlisted });
    askToPublish([path], { connection: 'local', namespace: 'geo', dataset: 'rivers' });
    expect(await screen.findByText('own: 14 codes are in no list: c, d …')).toBeDefined();
    expect(screen.queryByText(/first 3 rows/)).toBeNull();
  });

  it('shows what would change in the dataset, and asks before data are lost', async () => {
    backend.answer('previewFile', testPreview());
    backend.answer('listNamespaces', [testNamespace()]);
    const changes = explain('replaces-rows', { before: 595, after: 2 });
    backend.answer('reviewPublish', { changes, loses: true });
    backend.answer('startJob', testJob());
    askToPublish([path], { connection: 'local', namespace: 'geo', dataset: 'towns' });
    const user = renderComponent(<PublishDialog />);
    expect(await screen.findByText('Comparing with the newest version…')).toBeDefined();
    expect(await screen.findByText('2 rows instead of 595.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    const question = await screen.findByRole('alert');
    expect(document.activeElement?.textContent).toBe('Cancel');
    expect(backend.calls('startJob')).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Publish anyway' }));
    await waitFor(() => expect(backend.calls('startJob')).toHaveLength(1));
    expect(backend.calls('startJob')[0]?.request).toMatchObject({ refuseLoss: false, mode: 'replace' });
  });

  it('asks after the whole file was read if it was not compared before', async () => {
    backend.answer('previewFile', testPreview());
    backend.answer('listNamespaces', [testNamespace()]);
    const job = testJob({ id: 'loses' });
    backend.answer('startJob', ({ request }) => ({ ...job, request }));
    askToPublish([path], { connection: 'local', namespace: 'geo', dataset: 'towns' });
    const user = renderComponent(<PublishDialog />);
    await screen.findByText('Ulm');
    await user.click(await screen.findByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(backend.calls('startJob')[0]?.request).toMatchObject({ refuseLoss: true }));
    const changes = explain('replaces-rows', { before: 595, after: 2 });
    const reason = failure('loses-data', explain('replacement-loses', { changes }));
    backend.answer('listJobs', [{ ...job, state: 'failed', failure: reason }]);
    backend.announce({ kind: 'jobs-changed' });
    await user.click(await screen.findByRole('button', { name: 'Publish anyway' }));
    await waitFor(() => expect(backend.calls('startJob')[1]?.request).toMatchObject({ refuseLoss: false }));
  });

  it('names the local service in the language of the window', async () => {
    backend.answer('previewFile', testPreview());
    backend.answer('listConnections', [ownConnection({ name: 'This computer' }), testConnection()]);
    await startMessages('de', 'de-DE');
    askToPublish([path]);
    renderComponent(<PublishDialog />);
    expect(await screen.findByDisplayValue('Dieser Computer')).toBeDefined();
    await startMessages('en', 'en-GB');
  });
});

describe('publishing many files', () => {
  it('renders only the visible ones of two hundred, each with its own state', async () => {
    const paths = Array.from({ length: 200 }, (_, position) => `/home/anna/t${position}.csv`);
    backend.answer('previewFile', (requested) => testPreview({ path: requested.path }));
    askToPublish(paths);
    renderComponent(<PublishDialog />);
    const table = await screen.findByRole('table', { name: 'Files to publish' });
    expect(table.getAttribute('aria-rowcount')).toBe('201');
    expect(within(table).getAllByRole('row').length).toBeLessThan(40);
    expect((await within(table).findAllByText(/1 row, 2 columns/)).length).toBeGreaterThan(0);
  });
});
