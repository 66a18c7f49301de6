import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { explain, failure } from '#shared/failures.ts';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
import type { Job } from '#shared/rpc/jobs.ts';
import { backend, shell } from '../../testing/far-side.ts';
import { testJob } from '../../testing/jobs.ts';
import { openTowns, testDataset, testDetails, testVersion, towns } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { ComparingView } from './comparing-view.tsx';

const [older, newer] = [testVersion(1), testVersion(2)];
const details = testDetails({ dataset: testDataset({ versions: [newer, older] }) });

function outline(column: string, type: string) {
  return { column, type, rows: 3, missing: 0, min: null, max: null, bytes: null };
}

/** The job that compares both versions by the key of the dataset. */
function diffJob(changed: Partial<Job> = {}): Job {
  const request = { kind: 'diff' as const, reference: towns, before: older.slug, after: newer.slug, key: null };
  return testJob({ request, state: 'running', ...changed });
}

function show(rows: RowQuery | null = null) {
  const first = { before: older.slug, after: newer.slug, rows };
  return renderComponent(<ComparingView tab={openTowns()} details={details} first={first} onClose={vi.fn()} />);
}

beforeEach(() => {
  backend.answer('outlineColumns', ({ version }) =>
    version === older.slug
      ? [outline('name', 'text'), outline('mayor', 'text')]
      : [outline('name', 'float'), outline('population', 'integer')],
  );
  backend.answer('comparesVersions', true);
  backend.answer('listJobs', [diffJob()]);
});

describe('the comparison of two versions', () => {
  it('shows the progress of comparing the rows, and cancels it', async () => {
    backend.answer('cancelJob', testJob({ state: 'cancelled' }));
    const user = show();
    expect(await screen.findByRole('progressbar', { name: 'Comparing versions' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(backend.calls('cancelJob')).toEqual([{ job: 'job-1' }]));
  });

  it('starts the comparison automatically if there was none', async () => {
    backend.answer('listJobs', []);
    backend.answer('startJob', diffJob());
    show();
    await waitFor(() => expect(backend.calls('startJob')).toHaveLength(1));
    expect(backend.calls('startJob')[0]?.request).toMatchObject({
      kind: 'diff',
      before: older.slug,
      after: newer.slug,
      key: null,
    });
  });

  it('starts none until it is known whether there is one already', async () => {
    let tell: (jobs: ReturnType<typeof diffJob>[]) => void = () => undefined;
    backend.answer('listJobs', () => new Promise((resolve) => (tell = resolve)));
    backend.answer('startJob', diffJob());
    show();
    expect((await screen.findByRole('button', { name: 'Compare rows' })).hasAttribute('disabled')).toBe(true);
    tell([diffJob()]);
    expect(await screen.findByRole('progressbar', { name: 'Comparing versions' })).toBeDefined();
    expect(backend.calls('startJob')).toEqual([]);
  });

  it('reports that the rows are identical', async () => {
    const counts = { key: [], added: 0, removed: 0, changed: 0 };
    const columns = { columnsAdded: [], columnsRemoved: [], columnsRetyped: [] };
    backend.answer('listJobs', [diffJob({ state: 'done', result: { kind: 'diff', ...counts, ...columns } })]);
    show();
    expect(await screen.findByText('All rows are identical.')).toBeDefined();
  });

  const none = { columnsAdded: [], columnsRemoved: [], columnsRetyped: [] };

  it('shows the key that was found, and exports both values and the difference', async () => {
    const result = { kind: 'diff' as const, key: ['name'], added: 1, removed: 0, changed: 1, ...none };
    backend.answer('listJobs', [diffJob({ state: 'done', result })]);
    backend.answer('readDifferences', [
      { kind: 'changed', before: ['Ulm', null, 5], after: ['Ulm', null, 7], changed: [2] },
      { kind: 'added', before: null, after: ['Bonn', null, 3], changed: [] },
    ]);
    backend.answer('makeTable', 'AAAA');
    shell.answer('chooseSaveTarget', '/home/anna/towns.xlsx');
    const user = show();
    expect(await screen.findByText('1 row changed')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Export differences…' }));
    await waitFor(() => expect(backend.calls('makeTable')).toHaveLength(1));
    const [{ columns } = { columns: [] as string[] }] = backend.calls('readDifferences');
    expect(columns[0]).toBe('name');
    const { table, format } = backend.calls('makeTable')[0] ?? {};
    expect(format).toBe('xlsx');
    const values = [/\(before\)$/, /\(after\)$/, /\(difference\)$/].map((text) => expect.stringMatching(text));
    expect(table?.head.slice(4)).toEqual(values);
    expect(table?.lines).toEqual([
      ['changed', 'Ulm', null, null, 5, 7, 2],
      ['added', 'Bonn', null, null, null, 3, null],
    ]);
  });

  it('does not say how many rows changed if whole rows are compared', async () => {
    const result = { kind: 'diff' as const, key: [], added: 32, removed: 12, changed: 0, ...none };
    backend.answer('listJobs', [diffJob({ state: 'done', result })]);
    backend.answer('readDifferences', []);
    show();
    expect(await screen.findByText('32 rows only in the newer version')).toBeDefined();
    expect(screen.getByText(/a changed row appears in both versions/)).toBeDefined();
    expect(screen.queryByText(/rows? changed/)).toBeNull();
  });

  it('shows only the differing rows that a query selects, and then all of them', async () => {
    const counts = { key: [], added: 5, removed: 0, changed: 0 };
    const columns = { columnsAdded: [], columnsRemoved: [], columnsRetyped: [] };
    backend.answer('listJobs', [diffJob({ state: 'done', result: { kind: 'diff', ...counts, ...columns } })]);
    backend.answer('countDifferences', { changed: 0, added: 1, removed: 0 });
    backend.answer('readDifferences', []);
    const filters = [{ column: 'name', lookup: 'exact', value: 'Ulm' } as const];
    const user = show({ ...everyRow, filters });
    expect(await screen.findByText('1 of 5 differing rows')).toBeDefined();
    expect(screen.getByText(/^Only rows that match in either version: .*Ulm$/)).toBeDefined();
    expect(backend.calls('countDifferences')[0]?.rows.filters).toEqual(filters);
    await user.click(screen.getByRole('button', { name: 'Show all differing rows' }));
    expect(screen.queryByText('1 of 5 differing rows')).toBeNull();
  });

  it('explains why rows could not be matched, and offers other columns', async () => {
    const reason = failure('bad-query', explain('recorded', { text: 'Values occur twice.' }));
    backend.answer('listJobs', [diffJob({ state: 'failed', ended: '2026-03-03T00:00:00Z', failure: reason })]);
    show();
    expect(await screen.findByText(/Rows can only be matched by unique values/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Compare whole rows' })).toBeDefined();
  });

  it('shows which columns were added or removed, or changed their type', async () => {
    const user = show();
    await user.click(await screen.findByRole('radio', { name: 'Columns' }));
    const table = await screen.findByRole('table', { name: 'Columns of both versions' });
    const [, ...lines] = within(table).getAllByRole('row');
    expect(lines.map((line) => within(line).getAllByRole('cell')[0]?.textContent)).toEqual([
      'added',
      'removed',
      'type changed',
    ]);
  });

  it('offers copies if the service does not compare versions', async () => {
    backend.answer('comparesVersions', false);
    backend.answer('listJobs', []);
    backend.answer('startJob', testJob());
    const user = show();
    await user.click(await screen.findByRole('button', { name: 'Keep local copies' }));
    await waitFor(() => expect(backend.calls('startJob')).toHaveLength(2));
    expect(backend.calls('startJob').map(({ request }) => request)).toMatchObject([
      { kind: 'pin', version: older.slug },
      { kind: 'pin', version: newer.slug },
    ]);
  });

  it('explains why it is unknown whether the service compares versions, and asks again', async () => {
    backend.fail(
      'comparesVersions',
      failure('offline', explain('unreachable', { host: 'statistics.example' }), { retry: true }),
    );
    const user = show();
    expect((await screen.findByRole('alert')).textContent).toContain('statistics.example cannot be reached');
    backend.answer('comparesVersions', true);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('progressbar', { name: 'Comparing versions' })).toBeDefined();
  });
});
