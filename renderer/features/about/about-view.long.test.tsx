import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { explain, failure } from '#shared/failures.ts';
import { backend, shell } from '../../testing/far-side.ts';
import { openTowns, testConnection, testDataset, testDetails, testVersion } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { AboutView } from './about-view.tsx';

function showAbout(details = testDetails(), tab = openTowns()) {
  backend.answer('listConnections', [testConnection()]);
  return renderComponent(<AboutView tab={tab} details={details} followed={null} queries={<p>The queries</p>} />);
}

/** The value beside a name in a list of facts. */
function factOf(name: string): string | null | undefined {
  const term = screen.getAllByRole('term').find(({ textContent }) => textContent === name);
  return term?.nextElementSibling?.textContent;
}

describe('the description of a dataset', () => {
  it('shows the record at once, and the figures of the service when they arrive', async () => {
    showAbout();
    expect(screen.getByText('Every town with its population.')).toBeDefined();
    expect(factOf('Rows in the newest version')).toBe('3');
    expect(factOf('Views')).toBe('…');
    backend.answer('readFigures', { figures: { latest: null, elements: 3, queries: 12, views: 4567 } });
    backend.announce({ kind: 'queries-changed', connection: 'remote' });
    await waitFor(() => expect(factOf('Views')).toBe('4,567'));
  });

  it('states which figures the service does not report', async () => {
    backend.answer('readFigures', { figures: null });
    showAbout(testDetails({ rows: null, dataset: testDataset({ description: '', versions: [] }) }));
    expect(screen.getByText('This dataset has no description.')).toBeDefined();
    await waitFor(() => expect(factOf('Rows in the newest version')).toBe('not provided by the service'));
    expect(factOf('Latest data')).toBe('none');
    expect(screen.getByText('The service provides no licence or source.')).toBeDefined();
  });

  it('prefers the provenance of the dataset to that of its version, and sends only changes', async () => {
    backend.answer('readProvenance', { provenance: { licence: '', source: 'The census', contact: '' } });
    backend.answer('readRights', { change: 'yes', remove: 'yes', add: 'no', signedIn: true });
    backend.answer('changeProvenance', undefined);
    const metadata = btoa(JSON.stringify({ licence: 'CC0-1.0' }));
    const dataset = testDataset({ versions: [testVersion(1, { metadata })] });
    const user = showAbout(testDetails({ dataset }));
    await waitFor(() => expect(factOf('Source')).toBe('The census'));
    expect(factOf('Licence')).toBe('CC0-1.0');
    await user.click(await screen.findByRole('button', { name: 'Edit…' }));
    expect(screen.getByText('Leave empty to use the licence of the newest version: CC0-1.0.')).toBeDefined();
    await user.type(screen.getByRole('combobox', { name: 'Licence' }), 'ODbL-1.0');
    await user.type(screen.getByLabelText('Contact'), ' anna@example.org ');
    const provenance = { licence: 'ODbL-1.0', source: 'The census', contact: 'anna@example.org' };
    backend.answer('readProvenance', { provenance });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(factOf('Licence')).toBe('ODbL-1.0'));
    expect(factOf('Contact')).toBe('anna@example.org');
    expect(backend.calls('changeProvenance').at(-1)).toMatchObject({
      change: { licence: 'ODbL-1.0', contact: 'anna@example.org' },
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('keeps the form open if the service refuses', async () => {
    backend.answer('readProvenance', { provenance: { licence: '', source: '', contact: '' } });
    backend.answer('readRights', { change: 'yes', remove: 'yes', add: 'no', signedIn: true });
    backend.fail('changeProvenance', failure('forbidden', explain('unreachable', { host: 'statistics.example' })));
    const user = showAbout();
    await user.click(await screen.findByRole('button', { name: 'Edit…' }));
    await user.type(screen.getByLabelText('Contact'), 'Anna');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Contact').value).toBe('Anna');
  });

  it('offers no form without write permission, or if the service stores provenance only in versions', async () => {
    backend.answer('readProvenance', { provenance: null });
    backend.answer('readRights', { change: 'yes', remove: 'yes', add: 'no', signedIn: true });
    showAbout();
    await screen.findByText('The service provides no licence or source.');
    await waitFor(() => expect(backend.calls('readRights')).toHaveLength(1));
    expect(screen.queryByRole('button', { name: 'Edit…' })).toBeNull();
  });

  it('treats figures that cannot be read as not provided', async () => {
    backend.fail('readFigures', failure('server-error', explain('unreachable', { host: 'statistics.example' })));
    showAbout();
    await waitFor(() => expect(factOf('Views')).toBe('not provided by the service'));
  });

  it('copies an address, and opens it in the browser', async () => {
    const user = showAbout();
    await user.click(screen.getByRole('button', { name: 'Copy address: Rows' }));
    await user.click(screen.getByRole('button', { name: 'Open Rows in the browser' }));
    const address = 'https://statistics.example/geo/towns/data/';
    expect(shell.calls('copyText')).toEqual([{ text: address }]);
    expect(shell.calls('openAddress')).toEqual([{ address }]);
  });

  it('reports that an address was refused', async () => {
    shell.refuse('openAddress', explain('unreachable', { host: 'statistics.example' }));
    const user = showAbout();
    await user.click(screen.getByRole('button', { name: 'Open Rows in the browser' }));
    expect(await screen.findByText(/statistics\.example cannot be reached/)).toBeDefined();
  });

  it('generates code for the rows of the tab in the chosen language', async () => {
    const filter = { column: 'name', lookup: 'exact', value: 'Ulm' } as const;
    const tab = openTowns();
    const user = showAbout(testDetails(), { ...tab, query: { ...tab.query, filters: [filter] } });
    expect(screen.getByText(/curl/, { selector: 'pre' }).textContent).toContain('Ulm');
    await user.click(screen.getByRole('radio', { name: 'Python' }));
    expect(screen.getByText(/import/, { selector: 'pre' })).toBeDefined();
  });

  it('shows the image of the dataset once it has loaded', async () => {
    backend.answer('readImage', { content: 'data:image/png;base64,iVBORw0KGgo=' });
    showAbout(testDetails({ dataset: testDataset({ image: 'media/towns.png', versions: [testVersion(1)] }) }));
    expect(await screen.findByRole('img', { name: 'Image of Towns' })).toBeDefined();
    expect(backend.calls('readImage')).toEqual([{ connection: 'remote', image: 'media/towns.png' }]);
  });
});
