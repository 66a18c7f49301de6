import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TrashedRecord } from '#shared/api/records/trash.ts';
import { explain, failure } from '#shared/failures.ts';
import type { Editable, Rights } from '#shared/rpc/editing.ts';
import { closeDialog, openDialog, openedDialog } from '../../state/dialogs.ts';
import { backend } from '../../testing/far-side.ts';
import { openTowns, testConnection, testDataset, testNamespace, testVersion, towns } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { EditDialogs } from './edit-dialogs.tsx';

const editable: Editable = {
  id: 1,
  target: { kind: 'dataset', ...towns },
  label: 'Towns',
  slug: 'towns',
  description: 'Every town.',
  published: false,
  allowedGroups: [],
  image: '',
  etag: '"1"',
};
const allowed: Rights = { change: 'yes', remove: 'yes', add: 'yes', signedIn: true };
const readOnly: Rights = { change: 'no', remove: 'no', add: 'no', signedIn: true };

beforeEach(() => {
  openTowns();
  backend.answer('listConnections', [testConnection()]);
  backend.answer('listNamespaces', [testNamespace()]);
  backend.answer('listGroups', []);
  backend.answer('readRights', allowed);
  backend.answer('listTrash', []);
});
afterEach(() => {
  closeDialog('editing');
  notifications.clean();
});

describe('the form that edits a dataset', () => {
  const open = () => openDialog({ kind: 'edit-dataset', reference: towns });

  it('waits for the record', async () => {
    open();
    renderComponent(<EditDialogs />);
    expect(await screen.findByLabelText('Loading')).toBeDefined();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('explains why the record cannot be read, and reads it again', async () => {
    backend.fail(
      'readEditable',
      failure('offline', explain('unreachable', { host: 'statistics.example' }), { retry: true }),
    );
    open();
    const user = renderComponent(<EditDialogs />);
    expect((await screen.findByRole('alert')).textContent).toContain('statistics.example cannot be reached');
    backend.answer('readEditable', editable);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Label' })).value).toBe('Towns');
  });

  it('reports that the dataset no longer exists', async () => {
    backend.fail('readEditable', failure('not-found', explain('recorded', { text: '' })));
    open();
    renderComponent(<EditDialogs />);
    expect((await screen.findByRole('alert')).textContent).toBe('It no longer exists.');
  });

  it('sends only changed fields, on condition that no one else changed the record', async () => {
    backend.answer('readEditable', editable);
    backend.answer('changeDataset', { slug: 'towns', imageRefused: null });
    open();
    const user = renderComponent(<EditDialogs />);
    await user.type(await screen.findByRole('textbox', { name: 'Label' }), ' of 2026');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(openedDialog('editing')).toBeNull());
    expect(backend.calls('changeDataset')).toEqual([
      { ...towns, change: { label: 'Towns of 2026', image: { kind: 'keep' } }, etag: '"1"' },
    ]);
  });

  it('hides the dataset, at services that can', async () => {
    backend.answer('readEditable', editable);
    backend.answer('readRights', { ...allowed, hides: true });
    backend.answer('changeDataset', { slug: 'towns', imageRefused: null });
    open();
    const user = renderComponent(<EditDialogs />);
    await user.click(await screen.findByRole('switch', { name: /^Hidden/ }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(openedDialog('editing')).toBeNull());
    expect(backend.calls('changeDataset')).toEqual([
      { ...towns, change: { hidden: true, image: { kind: 'keep' } }, etag: '"1"' },
    ]);
  });

  it('cannot be saved without permission', async () => {
    backend.answer('readEditable', editable);
    backend.answer('readRights', readOnly);
    open();
    renderComponent(<EditDialogs />);
    expect(await screen.findByText('Your account is read-only here')).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    expect(screen.queryByRole('switch', { name: /^Hidden/ })).toBeNull();
  });

  it('shows both values if someone else changed the same field, and overwrites theirs on request', async () => {
    backend.answer('readEditable', editable);
    backend.fail('changeDataset', failure('changed-meanwhile', explain('recorded', { text: '' })));
    open();
    const user = renderComponent(<EditDialogs />);
    const label = await screen.findByRole('textbox', { name: 'Label' });
    await user.clear(label);
    await user.type(label, 'Mine');
    backend.answer('readEditable', { ...editable, label: 'Theirs', etag: '"2"' });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/Someone else changed this/)).toBeDefined();
    backend.answer('changeDataset', { slug: 'towns', imageRefused: null });
    await user.click(screen.getByRole('button', { name: 'Save mine anyway' }));
    await waitFor(() => expect(openedDialog('editing')).toBeNull());
    expect(backend.calls('changeDataset').at(-1)).toMatchObject({ change: { label: 'Mine' }, etag: '"2"' });
  });
});

describe('the form for a new dataset', () => {
  const open = () => openDialog({ kind: 'new-dataset', connection: 'remote', namespace: 'geo' });

  it('rejects the name of another dataset', async () => {
    open();
    const user = renderComponent(<EditDialogs />);
    await user.type(await screen.findByRole('textbox', { name: 'Label' }), 'Towns');
    expect(await screen.findByText('This name is already in use.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(backend.calls('createDataset')).toEqual([]);
  });

  it('requires a label, and explains why the service refused it', async () => {
    backend.fail('createDataset', failure('forbidden', explain('sign-in-to-change', { host: 'statistics.example' })));
    open();
    const user = renderComponent(<EditDialogs />);
    await user.click(await screen.findByRole('button', { name: 'Create' }));
    expect(await screen.findByText('Enter a label.')).toBeDefined();
    await user.type(screen.getByRole('textbox', { name: 'Label' }), 'Rivers');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect((await screen.findByRole('alert')).textContent).toContain('requires you to sign in to change this');
    expect(backend.calls('createDataset')[0]).toMatchObject({
      namespace: 'geo',
      change: { label: 'Rivers', slug: 'rivers' },
    });
  });
});

describe('deleting a namespace', () => {
  const open = () => openDialog({ kind: 'remove-namespace', connection: 'remote', namespace: 'geo' });

  it('requires typing its name', async () => {
    const datasets = [testDataset(), testDataset({ id: 2, slug: 'rivers' })];
    backend.answer('listNamespaces', [testNamespace({ datasets })]);
    backend.answer('listRemovals', []);
    open();
    const user = renderComponent(<EditDialogs />);
    expect(await screen.findByText(/It contains 2 datasets with all their versions/)).toBeDefined();
    const remove = screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' });
    await user.type(screen.getByRole('textbox'), 'geography');
    expect(remove.disabled).toBe(true);
    await user.clear(screen.getByRole('textbox'));
    await user.type(screen.getByRole('textbox'), 'Geography');
    await user.click(remove);
    const target = { kind: 'namespace', connection: 'remote', namespace: 'geo' };
    await waitFor(() => expect(backend.calls('remove')).toEqual([{ target, label: 'Geography' }]));
  });

  it('does not report a namespace as removed while it is being read', async () => {
    backend.reset();
    open();
    renderComponent(<EditDialogs />);
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).queryByText('It no longer exists.')).toBeNull();
  });
});

describe('the trash', () => {
  const entry: TrashedRecord = {
    id: 7,
    namespace: 'geo',
    dataset: 'towns',
    version: '',
    label: 'Towns',
    deleted: '2026-03-01T12:00:00.000Z',
    expires: '2026-03-31T12:00:00.000Z',
    versions: 2,
    bytes: 2100,
    url: '',
  };
  const open = () => openDialog({ kind: 'trash', connection: 'remote' });

  it('restores what was deleted, and names where it is', async () => {
    backend.answer('listTrash', [entry]);
    backend.answer('restoreTrashed', { namespace: 'geo', dataset: 'towns_2', version: '' });
    open();
    const user = renderComponent(<EditDialogs />);
    const restore = await screen.findByRole('button', { name: 'Restore geo/towns' });
    backend.answer('listTrash', []);
    await user.click(restore);
    expect(await screen.findByText('Restored as geo/towns_2.')).toBeDefined();
    expect(await screen.findByText('The trash is empty.')).toBeDefined();
    expect(backend.calls('restoreTrashed')).toEqual([{ connection: 'remote', id: 7 }]);
  });

  it('is emptied only after a question', async () => {
    backend.answer('listTrash', [entry]);
    backend.answer('emptyTrash', undefined);
    open();
    const user = renderComponent(<EditDialogs />);
    await user.click(await screen.findByRole('button', { name: /^Empty the trash \(2\.\d+ kB\)…$/ }));
    expect(backend.calls('emptyTrash')).toEqual([]);
    backend.answer('listTrash', []);
    await user.click(screen.getByRole('button', { name: 'Delete for good' }));
    expect(await screen.findByText('The trash is empty.')).toBeDefined();
    expect(backend.calls('emptyTrash')).toEqual([{ connection: 'remote', id: null }]);
  });

  it('explains that a service keeps nothing', async () => {
    backend.answer('listTrash', null);
    open();
    renderComponent(<EditDialogs />);
    expect(await screen.findByText('This service keeps nothing that was deleted.')).toBeDefined();
  });
});

describe('publishing a namespace', () => {
  const open = () => openDialog({ kind: 'publish-namespace', connection: 'remote', namespace: 'geo' });

  it('says who can then read what, and can be undone', async () => {
    const group = { name: 'Editors', url: 'https://statistics.example/groups/1/' };
    backend.answer('listGroups', [group]);
    backend.answer('listNamespaces', [testNamespace({ published: false, allowed_groups: [group.url] })]);
    backend.answer('changeNamespace', { slug: 'geo', imageRefused: null });
    open();
    const user = renderComponent(<EditDialogs />);
    expect(
      await screen.findByText(
        'Members of Editors can then read 1 dataset at Statistics office (https://statistics.example/).',
      ),
    ).toBeDefined();
    expect(screen.getByText('Towns')).toBeDefined();
    expect(backend.calls('changeNamespace')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(backend.calls('changeNamespace')).toHaveLength(2));
    expect(backend.calls('changeNamespace').map(({ change }) => change.published)).toEqual([true, false]);
  });

  it('warns if everyone can read it, also in the form that edits it', async () => {
    const metadata = btoa(JSON.stringify({ rows: 3 }));
    const datasets = [testDataset({ versions: [testVersion(1, { metadata })] })];
    const target = { kind: 'namespace', connection: 'remote', namespace: 'geo' } as const;
    backend.answer('listNamespaces', [testNamespace({ published: false, datasets })]);
    backend.answer('readEditable', { ...editable, target, label: 'Geography', slug: 'geo' });
    backend.answer('changeNamespace', { slug: 'geo', imageRefused: null });
    openDialog({ ...target, kind: 'edit-namespace' });
    const user = renderComponent(<EditDialogs />);
    const save = async () => await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('switch', { name: /^Published/ }));
    await save();
    expect(
      await screen.findByText(
        'Everyone who can reach Statistics office (https://statistics.example/) can then read 1 dataset with 3 rows.',
      ),
    ).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect((await screen.findByRole<HTMLInputElement>('switch', { name: /^Published/ })).checked).toBe(true);
    await save();
    await user.click(await screen.findByRole('button', { name: 'Publish' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(backend.calls('changeNamespace')).toHaveLength(2));
    expect(backend.calls('changeNamespace').map(({ change }) => change)).toEqual([
      { published: true, image: { kind: 'keep' } },
      { published: false, allowedGroups: [], image: { kind: 'keep' } },
    ]);
  });
});
