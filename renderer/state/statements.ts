import { notifications } from '@mantine/notifications';
import type { TFunction } from 'i18next';
import { type Static, Type } from 'typebox';
import { given } from '#shared/given.ts';
import { everyRow } from '#shared/row-query.ts';
import type { SqlResult } from '#shared/rpc/calls/sql.ts';
import { scratchConnection, type ViewedFile } from '#shared/rpc/calls/viewed-files.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { emptySummary } from '#shared/summary.ts';
import { inputName, viewSql } from '#shared/text/view-sql.ts';
import { connectionsQuery, datasetQuery, records } from '../backend/records.ts';
import { mainConnection } from '../lib/catalogue/find-records.ts';
import { describedColumns } from '../lib/data-column.ts';
import { viewOf } from '../lib/query/saved-view.ts';
import { persisted } from './persisted.ts';
import { changeState, changeTab, changeTabs, tabOf, useTabs, type WrittenStatement } from './tab.ts';
import { openTab } from './tabs.ts';

const RememberedStatement = Type.Object({
  connection: Type.String(),
  sql: Type.String(),
  /** When it last ran, ISO 8601. */
  at: Type.String(),
});

const History = Type.Object({ statements: Type.Array(RememberedStatement) });

/** Statements that ran, the last first. */
export const useStatementHistory = persisted<Static<typeof History>>({ key: 'almanac-statements', schema: History });

/** Maximum number of remembered statements. */
const maxRemembered = 100;

function remember({ connection, sql }: Pick<WrittenStatement, 'connection' | 'sql'>): void {
  const at = new Date().toISOString();
  useStatementHistory.setState(({ statements }) => ({
    statements: [
      { connection, sql, at },
      ...statements.filter((other) => other.sql !== sql || other.connection !== connection),
    ].slice(0, maxRemembered),
  }));
}

/** Opens a tab with a statement, which has not run yet. */
export function openStatement(
  connection: string,
  sql: string,
  label: string,
  more: { readonly asSteps?: boolean; readonly recipeOf?: DatasetReference | undefined } = {},
): void {
  const reference = { connection: scratchConnection, namespace: 'files', dataset: '' };
  openTab({ reference, label, file: '', statement: { connection, sql, ran: null, ...given(more) } });
}

/** Opens a tab with steps that begin with a dataset. */
export function openSteps(t: TFunction, reference: DatasetReference): void {
  const sql = `SELECT * FROM ${inputName(reference, null)}`;
  openStatement(reference.connection, sql, t('steps.title'), { asSteps: true });
}

/** Opens a tab for a statement over the data of the service that is shown, or of the one that the window begins with. */
export async function openEmptyStatement(t: TFunction, asSteps = false): Promise<void> {
  const { tabs, activeTab } = useTabs.getState();
  const active = tabs.find(({ id }) => id === activeTab);
  const connections = await records.fetchQuery(connectionsQuery);
  const shown = active?.statement?.connection ?? active?.reference.connection;
  const connection = connections.find(({ id }) => id === shown) ?? mainConnection(connections);
  if (connection !== undefined) openStatement(connection.id, '', t(asSteps ? 'steps.title' : 'sql.title'), { asSteps });
}

/** Opens a tab with a statement for the rows that a tab shows, in their order and with their columns. */
export async function openStatementOfView(t: TFunction, id: string): Promise<void> {
  const tab = tabOf(id);
  if (tab === undefined) return;
  const { dataset } = await records.fetchQuery(datasetQuery(tab.reference));
  const view = viewOf(tab, dataset.columns);
  const sql = viewSql(tab.reference, view, describedColumns(dataset, view.version));
  if (sql === null) notifications.show({ message: t('sql.inexact') });
  else openStatement(tab.reference.connection, sql, t('sql.title'));
}

export function changeStatement(id: string, change: Partial<WrittenStatement>): void {
  changeTabs(({ tabs }) => ({
    tabs: tabs.map((tab) =>
      tab.id === id && tab.statement !== undefined ? { ...tab, statement: { ...tab.statement, ...change } } : tab,
    ),
  }));
}

/** Shows the result of a statement in its tab. What was chosen over the previous one stays if the columns are the same. */
export function showResult(
  id: string,
  { connection, sql }: Pick<WrittenStatement, 'connection' | 'sql'>,
  { columns, count, milliseconds }: SqlResult,
  { reference, path }: ViewedFile,
): void {
  remember({ connection, sql });
  const names = columns.map(({ name }) => name);
  const plain = { query: everyRow, layout: null, charts: [], summary: emptySummary, view: 'rows' } as const;
  let isSame = false;
  changeTab(id, ({ tab }) => {
    const { statement = { connection, sql } } = tab;
    const before = tab.statement?.ran?.columns;
    isSame = before?.join('\n') === names.join('\n');
    const ran = { sql, count, milliseconds, columns: names };
    const kept = isSame ? { query: { ...tab.query } } : plain;
    return { ...kept, reference, file: path, statement: { ...statement, ran } };
  });
  // Nothing of another result can be shown again.
  if (!isSame) changeState(id, () => ({ history: { past: [], future: [] }, brush: null, settled: null }));
}
