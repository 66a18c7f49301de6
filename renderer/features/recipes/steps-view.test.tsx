import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { openStatement } from '../../state/statements.ts';
import { useTabs } from '../../state/tab.ts';
import { backend } from '../../testing/far-side.ts';
import { testColumn, testDataset, testNamespace } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { stepsSql } from './model/steps-sql.ts';
import { StepsList } from './steps-view.tsx';

const people = testDataset({
  slug: 'people',
  columns: [testColumn('name'), testColumn('year', { type: 'integer' }), testColumn('people', { type: 'integer' })],
});
const data = stepsSql([{ kind: 'data', input: 'geo/towns' }]);

function Shown() {
  const [chosen, setChosen] = useState<number | null>(null);
  const tab = useTabs(({ tabs }) => tabs[0]);
  if (tab?.statement === undefined) return null;
  return <StepsList id={tab.id} statement={tab.statement} chosen={chosen} onChoose={setChosen} />;
}

const written = () => useTabs.getState().tabs[0]?.statement?.sql ?? '';

beforeEach(() => {
  useTabs.setState({ tabs: [], states: {}, activeTab: null });
  backend.answer('listNamespaces', [testNamespace({ datasets: [testDataset(), people] })]);
  backend.answer('runSql', ({ sql }) => {
    const { columns } = testDataset();
    const answer = { columns, rows: [['Rome', 5]], count: 1, inputs: [], milliseconds: 1 };
    if (sql.startsWith('SELECT count(*)')) return { ...answer, rows: [[sql.includes('WHERE') ? 1 : 3]] };
    return sql.startsWith('WITH l AS') ? { ...answer, rows: [[3, 2, 5, 1, 'Oslo']] } : answer;
  });
});

function show(sql: string) {
  openStatement('local', sql, 'Steps', { asSteps: true });
  return renderComponent(<Shown />);
}

it('begins with a dataset, and shows rows and columns before and after each step', async () => {
  const user = show('');
  await user.click(await screen.findByRole('button', { name: 'geo/towns' }));
  expect(written()).toBe(data);
  await user.click(await screen.findByRole('button', { name: 'Add step' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Filter rows' }));
  expect(await screen.findByText('Rows 3 → 1, columns 2 → 2')).toBeDefined();
  expect(written()).toContain('SELECT * FROM data WHERE "name" IS NOT NULL');
});

it('undoes and makes a step again', async () => {
  const user = show(data);
  await user.click(await screen.findByRole('button', { name: 'Add step' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove duplicate rows' }));
  await waitFor(() => expect(written()).toContain('SELECT DISTINCT *'));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(written()).toBe(data);
  await user.click(screen.getByRole('button', { name: 'Redo' }));
  expect(written()).toContain('SELECT DISTINCT *');
});

it('reports how a join matches before it is made, and repeats rows only if that is allowed', async () => {
  const user = show(data);
  await user.click(await screen.findByRole('button', { name: 'Add step' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Join with a dataset' }));
  expect(await screen.findByText('2 of 3 rows have a match.')).toBeDefined();
  expect(screen.getByText('Without a match: Oslo')).toBeDefined();
  expect(screen.getByText('2 rows would become 5.')).toBeDefined();
  const join = screen.getByRole('button', { name: 'Join' });
  expect(join.hasAttribute('disabled')).toBe(true);
  expect(written()).toBe(data);
  await user.click(screen.getByRole('checkbox', { name: 'Repeat rows' }));
  await user.click(join);
  await waitFor(() => expect(written()).toContain('LEFT JOIN "geo/towns" AS r ON l."name" = r."name"'));
});

it('leaves a statement that no steps wrote as it is', async () => {
  show('SELECT 1');
  expect(await screen.findByText(/was not written by steps/)).toBeDefined();
  expect(written()).toBe('SELECT 1');
});
