import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { explain } from '#shared/failures.ts';
import { everyRow } from '#shared/row-query.ts';
import { backend, shell } from '../../testing/far-side.ts';
import { openTowns, testColumn, testConnection } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { ChartHead } from './chart-head.tsx';
import type { ChartFile } from './files/chart-files.ts';
import { chartOf } from './model/new-chart.ts';

const title = 'Number of rows by Name';
const address = 'https://statistics.example/geo/towns/data/?_group_by=name';
const chart = chartOf(testColumn('name', { label: 'Name' }), 'chart-1');

const file: ChartFile = {
  panels: [],
  size: { width: 800, height: 500, scale: 1.2, grows: true },
  isStacked: false,
  credits: { title, source: 'Towns, 1 March 2026', addresses: [address], link: 'almanac://open?towns' },
  printed: { subtitle: '', note: '', footer: 'Source: Towns' },
  colors: { font: '', text: '', quiet: '', line: '', surface: '', tint: '', accent: '', series: [], rest: '' },
  table: {
    head: ['Name', 'Number of rows'],
    lines: [
      ['Rome', 5],
      ['=SUM(1)', 2],
    ],
  },
  name: 'towns',
};

function show(changed: Partial<Parameters<typeof ChartHead>[0]> = {}) {
  const tab = openTowns({ charts: [chart] });
  return renderComponent(
    <ChartHead
      tab={tab}
      chart={chart}
      rows={everyRow}
      title={title}
      file={() => file}
      addresses={[address]}
      {...changed}
    />,
  );
}

async function choose(user: ReturnType<typeof show>, item: string) {
  await user.click(screen.getByRole('button', { name: `Actions for ${title}` }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
}

function written(): string {
  return Buffer.from(shell.calls('writeChosenFile')[0]?.content ?? '', 'base64').toString('utf8');
}

beforeEach(() => {
  backend.answer('listConnections', [testConnection()]);
  shell.answer('chooseSaveTarget', '/home/anna/towns.csv');
});

describe('the actions of a chart', () => {
  it('save its data under their header alone, and formulas as text', async () => {
    const user = show();
    await choose(user, 'Save data as CSV…');
    expect(await screen.findByText('Saved towns.csv')).toBeDefined();
    expect(written().split('\r\n').slice(0, 2)).toEqual(['Name,Number of rows', 'Rome,5']);
    expect(written()).not.toContain(address);
    expect(written()).toContain("'=SUM(1)");
  });

  it('write the format of the chosen file name, CSV included', async () => {
    const user = show();
    await choose(user, 'Save data in another format…');
    expect(await screen.findByText('Saved towns.csv')).toBeDefined();
    expect(written()).toContain('Rome,5');
    expect(backend.calls('makeTable')).toEqual([]);
  });

  it('have other formats made by the backend', async () => {
    shell.answer('chooseSaveTarget', '/home/anna/towns.PARQUET');
    backend.answer('makeTable', btoa('PAR1'));
    const user = show();
    await choose(user, 'Save data in another format…');
    expect(await screen.findByText('Saved towns.PARQUET')).toBeDefined();
    expect(written()).toBe('PAR1');
    expect(backend.calls('makeTable').map(({ format }) => format)).toEqual(['parquet']);
  });

  it('save nothing if no file is chosen', async () => {
    shell.answer('chooseSaveTarget', null);
    const user = show();
    await choose(user, 'Save data as CSV…');
    await expect.poll(() => shell.calls('chooseSaveTarget')).toHaveLength(1);
    expect(shell.calls('writeChosenFile')).toEqual([]);
    expect(screen.queryByText(/^Saved/)).toBeNull();
  });

  it('say why nothing could be saved', async () => {
    shell.refuse('writeChosenFile', explain('disk-full'));
    const user = show();
    await choose(user, 'Save data as CSV…');
    expect(await screen.findByText(/no space left on the disk/)).toBeDefined();
    expect(screen.queryByText('Saved towns.csv')).toBeNull();
  });

  it('make a PDF of the size of its picture, and print it', async () => {
    shell.answer('printPage', btoa('%PDF-1.7'));
    const user = show();
    await choose(user, 'Save as PDF…');
    expect(await screen.findByText('Saved towns.csv')).toBeDefined();
    expect(written()).toBe('%PDF-1.7');
    await choose(user, 'Print…');
    await expect.poll(() => shell.calls('printPage')).toHaveLength(2);
    const [pdf, print] = shell.calls('printPage');
    expect(pdf).toMatchObject({ to: 'pdf', paper: { width: 10, height: 6.25 } });
    expect(print).toMatchObject({ to: 'printer', paper: null });
    for (const { html } of [pdf, print].filter((one) => one !== undefined)) {
      for (const text of [title, 'Source: Towns']) expect(html).toContain(text);
    }
  });

  it('copy its data as a table', async () => {
    const user = show();
    await choose(user, 'Copy data');
    await expect
      .poll(() => shell.calls('copyTable').map(({ html }) => html))
      .toEqual([expect.stringContaining('<tr><td>Rome</td><td align="right">5</td></tr>')]);
  });

  it('copy the address of its data', async () => {
    const user = show();
    await choose(user, 'Copy address of the data');
    await expect.poll(() => shell.calls('copyText')).toEqual([{ text: address }]);
  });

  /** Copies from the menu within the menu, by keyboard: its place, by which a pointer keeps it open, is not known here. */
  async function copyAs(user: ReturnType<typeof show>, item: string) {
    await user.click(screen.getByRole('button', { name: `Actions for ${title}` }));
    (await screen.findByRole('menuitem', { name: 'Copy as code' })).focus();
    await user.keyboard('{ArrowRight}');
    (await screen.findByRole('menuitem', { name: item })).focus();
    await user.keyboard('{Enter}');
  }

  it('copy the statement and code that give its numbers', async () => {
    const source = () => ({ data: address, parameters: [['_group_by', 'name']] as const });
    const user = show({ code: { sql: () => 'SELECT 1', source } });
    await copyAs(user, 'Copy as SQL');
    await expect.poll(() => shell.calls('copyText')).toEqual([{ text: 'SELECT 1' }]);
    await copyAs(user, 'Copy as pandas');
    await expect.poll(() => shell.calls('copyText')[1]?.text).toContain('("_group_by", "name")');
  });

  it('copy no statement that would give other numbers', async () => {
    const user = show({ code: { sql: () => null, source: () => ({ data: address, parameters: [] }) } });
    await copyAs(user, 'Copy as SQL');
    expect(await screen.findByText(/SQL cannot say exactly what is shown/)).toBeDefined();
    expect(shell.calls('copyText')).toEqual([]);
  });

  it('switch between chart and table', async () => {
    const onTable = vi.fn();
    const user = show({ onTable, asTable: true });
    await user.click(screen.getByRole('button', { name: 'Show as chart' }));
    expect(onTable).toHaveBeenCalledOnce();
  });
});
