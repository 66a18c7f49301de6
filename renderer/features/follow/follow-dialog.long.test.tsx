import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { explain, failure } from '#shared/failures.ts';
import type { ResultOf } from '#shared/rpc/backend.ts';
import { closeDialog, openDialog } from '../../state/dialogs.ts';
import { backend } from '../../testing/far-side.ts';
import { testPreview } from '../../testing/file-preview.ts';
import { ownConnection, testNamespace } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { FollowDialog } from './follow-dialog.tsx';
import { clearFollow } from './follow-store.ts';

const noOrigin = { licence: null, publisher: null, contact: null, homepage: null };

function entry(id: string, changed: Partial<ResultOf<'lookAtAddress'>['entries'][number]> = {}) {
  const unknown = { description: null, format: 'CSV', bytes: null, rows: null, modified: null, licence: null };
  return { id, title: id, ...unknown, ...changed };
}

const portal: ResultOf<'lookAtAddress'> = {
  kind: 'ckan',
  address: 'https://data.example/dataset/health',
  title: 'Health',
  description: 'Cases by district.',
  ...noOrigin,
  entries: [entry('cases.csv', { bytes: 50_000_000, rows: 1200 }), entry('beds.csv')],
  more: null,
  searchable: true,
};

beforeEach(() => {
  backend.answer('listConnections', [ownConnection()]);
  backend.answer('listNamespaces', [testNamespace()]);
  backend.answer('listJobs', []);
  backend.answer('describeSourceEntry', ({ choice }) => ({
    ...entry(choice.entry),
    ...noOrigin,
    columns: [{ name: 'district', title: 'District', description: 'As of 2024', unit: null }],
    parameters: [{ name: 'year', title: 'Year', values: [{ id: '2024', title: '2024' }] }],
  }));
  openDialog({ kind: 'follow' });
});

afterEach(() => {
  closeDialog('program');
  clearFollow();
});

async function look(user: UserEvent, address: string) {
  const field = await screen.findByRole('textbox', { name: 'Address' });
  await user.clear(field);
  await user.type(field, address);
  await user.click(screen.getByRole('button', { name: 'Look' }));
}

describe('looking at an address', () => {
  it('wants an address', async () => {
    const user = renderComponent(<FollowDialog />);
    await user.click(await screen.findByRole('button', { name: 'Look' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Enter an address.');
    expect(backend.calls('lookAtAddress')).toEqual([]);
  });

  it('says what it waits for, and can be cancelled', async () => {
    const user = renderComponent(<FollowDialog />);
    await look(user, 'data.example/health');
    expect(await screen.findByText('Finding out what is at data.example…')).toBeDefined();
    const [cancel] = screen.getAllByRole('button', { name: 'Cancel' });
    if (cancel !== undefined) await user.click(cancel);
    await waitFor(() => expect(screen.queryByText('Finding out what is at data.example…')).toBeNull());
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Address' }).value).toBe('data.example/health');
  });

  it('says at the field why nothing was found, and keeps the address', async () => {
    backend.fail('lookAtAddress', failure('web-page', explain('page-for-data', { host: 'data.example' })));
    const user = renderComponent(<FollowDialog />);
    await look(user, 'https://data.example/');
    expect((await screen.findByRole('alert')).textContent).toContain('data.example');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Address' }).value).toBe('https://data.example/');
  });

  it('asks before an address of the own network is read', async () => {
    backend.fail('lookAtAddress', failure('private-address', explain('address-private', { host: 'localhost' })));
    const user = renderComponent(<FollowDialog />);
    await look(user, 'http://localhost/a.csv');
    await screen.findByText('This address belongs to this computer or its network');
    expect(screen.queryByRole('alert')).toBeNull();
    backend.answer('lookAtAddress', portal);
    await user.click(screen.getByRole('button', { name: 'Allow and continue' }));
    await screen.findByRole('heading', { name: 'Health' });
    expect(backend.calls('lookAtAddress').map(({ allowPrivate }) => allowPrivate)).toEqual([false, true]);
  });
});

describe('what is at an address', () => {
  it('is chosen from, described, and followed where the user wants it', async () => {
    backend.answer('lookAtAddress', portal);
    const user = renderComponent(<FollowDialog />);
    await look(user, 'https://data.example/dataset/health');
    const submit = await screen.findByRole<HTMLButtonElement>('button', { name: 'Follow' });
    expect(submit.disabled).toBe(true);
    await user.click(screen.getByRole('radio', { name: /cases\.csv/ }));
    expect(await screen.findByText('District – As of 2024')).toBeDefined();
    // A large file is not fetched for its first rows unless it is asked for.
    expect(backend.calls('previewSourceEntry')).toEqual([]);
    await user.click(screen.getByRole('combobox', { name: 'Year' }));
    await user.click(await screen.findByRole('option', { name: '2024' }));
    await user.click(screen.getByRole('combobox', { name: 'Check for changes' }));
    await user.click(await screen.findByRole('option', { name: 'Every week' }));
    await waitFor(() => expect(submit.disabled).toBe(false));
    await user.click(submit);
    await waitFor(() => expect(backend.calls('startJob')).toHaveLength(1));
    expect(backend.calls('startJob')[0]?.request).toMatchObject({
      kind: 'follow',
      choice: { kind: 'ckan', entry: 'cases.csv', parameters: { year: '2024' } },
      namespace: { slug: 'from-the-web', create: { label: 'From the web' } },
      dataset: { slug: 'cases', create: { label: 'Cases' } },
      every: '1w',
      allowPrivate: false,
    });
  });

  it('is not followed under a name that is taken', async () => {
    backend.answer('lookAtAddress', { ...portal, kind: 'file', entries: [entry('towns.csv')], searchable: false });
    const user = renderComponent(<FollowDialog />);
    await look(user, 'https://data.example/towns.csv');
    await user.click(await screen.findByRole('combobox', { name: 'Namespace' }));
    await user.click(await screen.findByRole('option', { name: 'Geography' }));
    expect(await screen.findByText('Already in use. Choose another name or the existing one.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Follow' }));
    expect(backend.calls('startJob')).toEqual([]);
  });

  it('is searched, and shows further entries', async () => {
    backend.answer('lookAtAddress', { ...portal, more: '2' });
    backend.answer('listSourceEntries', ({ search, more }) => ({
      ...portal,
      entries: search === '' ? [entry(`page ${more}`)] : [],
    }));
    const user = renderComponent(<FollowDialog />);
    await look(user, 'https://data.example/');
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByRole('radio', { name: /page 2/ })).toBeDefined();
    await user.type(screen.getByRole('textbox', { name: 'Search here' }), 'nothing');
    expect(await screen.findByText('Nothing matches “nothing”.')).toBeDefined();
  });

  it('leads on to a dataset of a catalogue, and back', async () => {
    const inside = 'https://data.example/dataset/health';
    backend.answer('lookAtAddress', ({ address }) =>
      address === inside
        ? portal
        : { ...portal, title: 'All data', entries: [entry('health', { title: 'Health', leadsTo: inside })] },
    );
    const user = renderComponent(<FollowDialog />);
    await look(user, 'https://data.example/');
    await user.click(await screen.findByRole('button', { name: 'Look inside: Health' }));
    expect(await screen.findByRole('radio', { name: /cases\.csv/ })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Back to All data' }));
    expect(await screen.findByRole('button', { name: 'Look inside: Health' })).toBeDefined();
  });

  it('says what was left out of the rows that are shown', async () => {
    backend.answer('lookAtAddress', { ...portal, entries: [entry('a.json', { bytes: 10 })], searchable: false });
    backend.answer('describeSourceEntry', {
      ...entry('a.json', { bytes: 10 }),
      ...noOrigin,
      columns: [],
      parameters: [],
    });
    backend.answer(
      'previewSourceEntry',
      testPreview({ notices: [explain('json-one-page', { evidence: 'pages: 356' })] }),
    );
    const user = renderComponent(<FollowDialog />);
    await look(user, 'https://data.example/a.json');
    expect(await screen.findByRole('table', { name: 'First rows of a.json' })).toBeDefined();
    expect(screen.getByText(/one page of a longer answer \(pages: 356\)/)).toBeDefined();
  });

  it('says that there is nothing, and why its rows cannot be shown', async () => {
    backend.answer('lookAtAddress', { ...portal, entries: [entry('a.csv', { bytes: 10 })], searchable: false });
    backend.answer('describeSourceEntry', {
      ...entry('a.csv', { bytes: 10 }),
      ...noOrigin,
      columns: [],
      parameters: [],
    });
    backend.fail('previewSourceEntry', failure('web-page', explain('page-for-data', { host: 'data.example' })));
    const user = renderComponent(<FollowDialog />);
    await look(user, 'https://data.example/a.csv');
    const details = await screen.findByRole('region', { name: 'About “a.csv”' });
    expect((await within(details).findByRole('alert')).textContent).toContain('data.example');
    backend.answer('lookAtAddress', { ...portal, entries: [] });
    await look(user, 'https://data.example/empty');
    expect(await screen.findByText('There is nothing here that can be followed.')).toBeDefined();
  });
});
