import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { explain, failure, inTurn } from '#shared/failures.ts';
import type { SqlResult } from '#shared/rpc/calls/sql.ts';
import { openStatement, useStatementHistory } from '../../state/statements.ts';
import { useTabs } from '../../state/tab.ts';
import { backend } from '../../testing/far-side.ts';
import { ownConnection, testColumn, testNamespace, testViewedFile } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { Console } from './console.tsx';

const sql = 'SELECT name FROM "geo/towns"';
const result: SqlResult = {
  columns: [testColumn('name')],
  rows: [['Rome']],
  count: 1234,
  inputs: [],
  milliseconds: 350,
};

/** The console of the only tab, drawn again as its statement changes. */
function Shown({ isRemoved = false }: { isRemoved?: boolean }) {
  const tab = useTabs(({ tabs }) => tabs[0]);
  if (tab?.statement === undefined) return null;
  const hasResult = tab.reference.dataset !== '';
  return (
    <Console tab={tab} statement={tab.statement} actions={null} steps={null} isRemoved={isRemoved}>
      {hasResult ? <p>The result</p> : null}
    </Console>
  );
}

beforeEach(() => {
  useTabs.setState({ tabs: [], states: {}, activeTab: null });
  useStatementHistory.setState({ statements: [] });
  backend.answer('listConnections', [ownConnection()]);
  backend.answer('listNamespaces', [testNamespace()]);
  backend.answer('runsSql', true);
});

function show(statement = sql) {
  openStatement('local', statement, 'SQL');
  return renderComponent(<Shown />);
}

it('offers an example of the datasets that are there', async () => {
  const user = show('');
  expect(await screen.findByText(/FROM "geo\/towns"|1 \+ 1/)).toBeDefined();
  expect(screen.getByRole('button', { name: /^Run/ }).hasAttribute('disabled')).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Use this example' }));
  expect(useTabs.getState().tabs[0]?.statement?.sql).toContain('SELECT');
});

it('shows the first rows while the rest is read, then the result, and remembers the statement', async () => {
  backend.answer('runSql', result);
  let finish = () => {};
  const read = new Promise<void>((resolve) => {
    finish = resolve;
  });
  backend.answer('viewSqlResult', () => read.then(() => testViewedFile({ path: '/tmp/x/query.parquet' })));
  const user = show();
  await user.click(await screen.findByRole('button', { name: /^Run/ }));
  expect(await screen.findByRole('cell', { name: 'Rome' })).toBeDefined();
  expect(screen.getByText(/1,234 rows/)).toBeDefined();
  finish();
  expect(await screen.findByText('The result')).toBeDefined();
  expect(useStatementHistory.getState().statements).toMatchObject([{ connection: 'local', sql }]);
});

it('shows the service’s message for a statement that it refuses, and nothing of the request', async () => {
  const said = explain('it-says', { said: 'sql: Line 1, column 8: no column nam; did you mean name?' });
  backend.fail('runSql', failure('bad-query', inTurn(explain('request-refused', { host: 'h', status: 400 }), said)));
  const user = show();
  await user.click(await screen.findByRole('button', { name: /^Run/ }));
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe('Line 1, column 8: no column nam; did you mean name?'),
  );
});

it('offers signing in where the service asks for it', async () => {
  backend.fail('runSql', failure('sign-in-needed', explain('sign-in-to-see', { host: 'h' })));
  backend.answer('listConnections', []);
  const user = show();
  await user.click(await screen.findByRole('button', { name: /^Run/ }));
  expect(await screen.findByRole('button', { name: 'Sign in…' })).toBeDefined();
});

it('ends a statement that runs', async () => {
  const user = show();
  await user.click(await screen.findByRole('button', { name: /^Run/ }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(screen.getByText('Cancelled')).toBeDefined();
});

it('says that a result is no longer kept, and runs the statement again', async () => {
  backend.answer('runSql', result);
  backend.answer('viewSqlResult', () => new Promise<never>(() => {}));
  openStatement('local', sql, 'SQL');
  const user = renderComponent(<Shown isRemoved />);
  expect(await screen.findByRole('heading', { name: 'The result is no longer kept' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: /^Run/ }));
  expect(await screen.findByRole('cell', { name: 'Rome' })).toBeDefined();
});

it('says why a service without SQL runs none', async () => {
  backend.answer('runsSql', false);
  show();
  expect(await screen.findByRole('heading', { name: 'This service does not run SQL' })).toBeDefined();
  expect(screen.getByRole('button', { name: /^Run/ }).hasAttribute('disabled')).toBe(true);
});
