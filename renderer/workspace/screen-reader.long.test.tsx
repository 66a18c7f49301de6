import { virtual } from '@guidepup/virtual-screen-reader';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '#shared/cell.ts';
import { ChartTable } from '../features/charts/chart-table.tsx';
import { HelpDialog } from '../features/help/help-dialog.tsx';
import { CataloguePane } from '../features/tree/catalogue-pane.tsx';
import { connectionNodeId, namespaceNodeId } from '../features/tree/tree-nodes.ts';
import { closeDialog, openHelp } from '../state/dialogs.ts';
import { useTabs } from '../state/tab.ts';
import { openDataset } from '../state/tabs.ts';
import { setExpanded, setFilter } from '../state/tree.ts';
import { backend } from '../testing/far-side.ts';
import { openTowns, testConnection, testDetails, testNamespace, testVersion, towns } from '../testing/records.ts';
import { renderComponent } from '../testing/render-component.tsx';
import { DatasetPanel } from './dataset-panel.tsx';
import { TabStrip } from './tabs/tab-strip.tsx';

beforeEach(() => {
  backend.answer('listConnections', [testConnection()]);
  backend.answer('listQueries', []);
});
afterEach(async () => await virtual.stop());

/** Far more phrases than any of these views has. */
const maxSteps = 400;

/** The phrases that a screen reader speaks from the start of a part to its end. */
async function said(container: Element = document.body): Promise<string[]> {
  await virtual.start({ container });
  for (let step = 0; step < maxSteps; step += 1) {
    await virtual.next();
    if ((await virtual.lastSpokenPhrase()).startsWith('end of document')) break;
  }
  return (await virtual.spokenPhraseLog()).map((phrase) => phrase.replaceAll(/\s+/g, ' '));
}

describe('a screen reader', () => {
  it('reads each tab with its position and which one is selected', async () => {
    openTowns();
    openDataset({ ...towns, dataset: 'rivers' }, 'Rivers');
    renderComponent(<TabStrip actions={null} />);
    await screen.findByRole('tab', { name: 'Rivers' });
    const phrases = await said();
    expect(phrases).toContain('tab, Towns, Towns geo, not selected, position 1, set size 2');
    expect(phrases).toContain('tab, Rivers, Rivers geo, selected, position 2, set size 2');
  });

  it('reads each line of the catalogue with its level, and whether it is expanded', async () => {
    setFilter('');
    setExpanded([connectionNodeId('remote'), namespaceNodeId('remote', 'geo')]);
    backend.answer('listNamespaces', [testNamespace()]);
    const none = () => null;
    renderComponent(
      <CataloguePane
        actions={null}
        connectionMenu={none}
        namespaceMenu={none}
        datasetMenu={none}
        datasetBadge={none}
        queryMenu={none}
      />,
    );
    await screen.findByRole('treeitem', { name: 'Towns' });
    const phrases = await said();
    expect(phrases).toContain('tree, Catalogue, orientated vertically');
    expect(phrases).toContain('treeitem, Geography, expanded, level 2, position 1, not selected, set size 1');
    expect(phrases).toContain('treeitem, Towns, level 3, position 1, not selected, set size 1');
  });

  it('reads the numbers of rows and columns, and the position of each cell', async () => {
    const count = 2000;
    backend.answer('readDataset', testDetails({ rows: count }));
    backend.answer('readRows', ({ offset, limit }) => {
      const length = Math.max(0, Math.min(limit, count - offset));
      const rows = Array.from({ length }, (_, at): Row => [`Town ${offset + at}`, offset + at]);
      return { offset, rows, count, last: offset + length >= count, version: testVersion(1).slug };
    });
    openTowns();
    const [tab] = useTabs.getState().tabs;
    if (tab === undefined) throw new Error('no tab');
    renderComponent(<DatasetPanel tab={tab} />);
    await screen.findByRole('gridcell', { name: 'Town 0' });
    const phrases = await said(screen.getByRole('grid'));
    // Including the headings, which the row numbers count.
    expect(phrases[0]).toBe('grid, Rows of Towns, column count 3, row count 2001');
    expect(phrases).toContain('columnheader, Population integer, column index 3, no defined sort order');
    expect(phrases).toContain('row, 3 Town 2 2, row index 4');
    expect(phrases).toContain('rowheader, 3, column index 1');
    expect(phrases).toContain('gridcell, Town 2, column index 2');
  });

  it('reads the name of a dialog that opens, and which of its pages is shown', async () => {
    renderComponent(<HelpDialog />);
    act(() => openHelp('report'));
    await screen.findByRole('dialog', { name: 'Help' });
    const phrases = await said();
    expect(phrases[1]).toMatch(/^dialog, Help/);
    expect(phrases).toContain('button, Report a problem, current page');
    expect(phrases).toContain('heading, Report a problem, level 3');
    act(() => closeDialog('help'));
  });

  it('reads the data of a chart as a table with all its rows', async () => {
    const lines = Array.from({ length: 500 }, (_, at) => [`Town ${at}`, at]);
    renderComponent(<ChartTable table={{ head: ['Name', 'Rows'], lines }} label="Rows by name" figure={String} />);
    const phrases = await said();
    expect(phrases).toContain('region, Data of Rows by name');
    expect(phrases).toContain('table, row count 501');
    expect(phrases.some((phrase) => /^row, Town 2 2, row index 4/.test(phrase))).toBe(true);
    expect(phrases.some((phrase) => phrase.startsWith('columnheader, Rows'))).toBe(true);
  });
});
