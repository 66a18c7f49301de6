import { Menu, SegmentedControl, Select } from '@mantine/core';
import { IconDatabaseOff, IconHistory, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { isNumeric } from '#shared/api/column.ts';
import type { Failure } from '#shared/failures.ts';
import type { SqlResult } from '#shared/rpc/calls/sql.ts';
import type { NamespaceSummary } from '#shared/rpc/records.ts';
import { quoteIdentifier } from '#shared/text/quoting.ts';
import { inputName } from '#shared/text/view-sql.ts';
import { callBackend, wasAborted } from '../../backend/port.ts';
import { connectionsQuery, namespacesQuery } from '../../backend/records.ts';
import { runSql, runsSqlQuery, type StatementAt } from '../../backend/sql.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import { connectionName } from '../../lib/format/connection-state.ts';
import { formatSeconds } from '../../lib/format/duration.ts';
import { failureOf } from '../../lib/format/failure-texts.ts';
import { mac } from '../../lib/keyboard/pressed-keys.ts';
import { type StatementProblem, statementProblem } from '../../lib/query/statement-problem.ts';
import { signInTo } from '../../state/dialogs.ts';
import { useLocale, useSettings } from '../../state/settings.ts';
import { changeStatement, showResult, useStatementHistory } from '../../state/statements.ts';
import type { DatasetTab, WrittenStatement } from '../../state/tab.ts';
import { IconMenu, Keys, MenuItem, PlainButton } from '../../ui/actions/icon-button.tsx';
import { PaneDivider } from '../../ui/layout/pane-divider.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { ProgressLine } from '../../ui/states/progress-line.tsx';
import { EmptyState, FailureState } from '../../ui/states/states.tsx';
import styles from './console.module.css';
import { SqlEditor } from './sql-editor.tsx';

interface ConsoleProps {
  readonly tab: DatasetTab;
  readonly statement: WrittenStatement;
  /** The views of the result; null while there is none. */
  readonly children: ReactNode;
  /** Further actions on the statement. */
  readonly actions: ReactNode;
  /** The steps that write the statement instead of the editor; null for the editor. */
  readonly steps: ReactNode;
  /** Whether there was a result that is no longer kept. */
  readonly isRemoved: boolean;
}

/** An editor of one SQL statement above its result. */
export function Console({ tab, statement, actions, steps, isRemoved, children }: ConsoleProps) {
  const { run, start, cancel, settle } = useRun(tab.id);
  const problemId = useId();
  const { connection, sql } = statement;
  const { data: namespaces = [] } = useQuery(namespacesQuery(connection));
  const { data: runs } = useQuery(runsSqlQuery(connection));
  const isShown = children !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time that a result is shown.
  useEffect(() => {
    if (isShown) settle();
  }, [isShown, tab.reference.dataset]);
  const failed = run.kind === 'failed' ? run : null;
  const problem = useMemo(() => (failed === null ? null : statementProblem(failed.failure)), [failed]);
  const isWritten = sql.trim() !== '' && runs !== false;
  const isBusy = run.kind === 'running' || problem !== null;
  const runNow = () => start({ connection, sql });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(mac ? event.metaKey : event.ctrlKey) || !isWritten) return;
    event.preventDefault();
    event.stopPropagation();
    runNow();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the button inside.
    <div className={styles.console} onKeyDown={onKeyDown}>
      {steps === null && (
        <Editor
          id={tab.id}
          sql={sql}
          problem={failed?.sql === sql ? problem : null}
          describedBy={problemId}
          namespaces={namespaces}
        />
      )}
      <div className={styles.bar}>
        <RunButton run={run} isWritten={isWritten} onRun={runNow} onCancel={cancel} />
        <span className={styles.status} role="status">
          <RunStatus run={run} statement={statement} />
        </span>
        <WriteAs id={tab.id} value={steps === null ? 'sql' : 'steps'} />
        <ServiceSelect id={tab.id} connection={connection} />
        <PastStatements id={tab.id} />
        {actions}
      </div>
      <p className={styles.problem} role="alert" id={problemId} hidden={problem === null}>
        {problem?.text}
      </p>
      <div className={styles.body}>
        {steps}
        <div className={styles.result}>
          {runs === false ? (
            <EmptyState
              icon={<IconDatabaseOff size={28} stroke={1.5} aria-hidden />}
              title={t('sql.absentTitle')}
              text={t('sql.absentText')}
            />
          ) : failed !== null && problem === null ? (
            <FailureState failure={failed.failure} onRetry={runNow} onSignIn={signInTo(connection)} />
          ) : run.kind === 'reading' ? (
            <FirstRows run={run} />
          ) : (
            (children ?? (isBusy ? null : isRemoved ? <Removed /> : <Nothing id={tab.id} namespaces={namespaces} />))
          )}
        </div>
      </div>
    </div>
  );
}

interface EditorProps {
  readonly id: string;
  readonly sql: string;
  readonly problem: StatementProblem | null;
  readonly describedBy: string;
  readonly namespaces: readonly NamespaceSummary[];
}

/** The editor, and what changes its height. */
function Editor({ id, sql, ...others }: EditorProps) {
  const share = useSettings((settings) => settings.statementShare);
  return (
    <>
      <div className={styles.editor} style={{ height: `${share}%` }}>
        <SqlEditor value={sql} onChange={(text) => changeStatement(id, { sql: text })} {...others} />
      </div>
      <PaneDivider
        label={t('sql.resize')}
        share="above"
        width={share}
        min={15}
        max={80}
        onWidth={(statementShare) => useSettings.setState({ statementShare })}
      />
    </>
  );
}

/** Whether the statement is written as SQL or by steps. */
function WriteAs({ id, value }: { id: string; value: 'sql' | 'steps' }) {
  return (
    <SegmentedControl
      aria-label={t('sql.writeAs')}
      data={[
        { value: 'sql', label: 'SQL' },
        { value: 'steps', label: t('steps.title') },
      ]}
      value={value}
      onChange={(chosen) => changeStatement(id, { asSteps: chosen === 'steps' })}
    />
  );
}

interface RunButtonProps {
  readonly run: Run;
  readonly isWritten: boolean;
  readonly onRun: () => void;
  readonly onCancel: () => void;
}

/** The same button, so that the focus stays. */
function RunButton({ run, isWritten, onRun, onCancel }: RunButtonProps) {
  const isRunning = run.kind === 'running' || run.kind === 'reading';
  return (
    <PlainButton
      text={isRunning ? t('common.cancel') : t('sql.run')}
      size="compact-sm"
      variant={isRunning ? 'default' : 'filled'}
      disabled={!isRunning && !isWritten}
      leftSection={isRunning ? <IconPlayerStop size={14} aria-hidden /> : <IconPlayerPlay size={14} aria-hidden />}
      rightSection={isRunning ? null : <Keys keys="mod+Enter" />}
      onClick={isRunning ? onCancel : onRun}
    />
  );
}

/** What happens, or how many rows the last run had and how long it took. */
function RunStatus({ run, statement: { sql, ran } }: { run: Run; statement: WrittenStatement }) {
  const locale = useLocale();
  if (run.kind === 'running') return t('sql.running');
  if (run.kind === 'cancelled') return t('sql.cancelled');
  if (run.kind === 'failed') return t('sql.failed');
  const known = run.kind === 'reading' ? run.result : ran;
  if (known === null) return null;
  const { count, milliseconds } = known;
  const words = [t('common.rows', { count }), formatSeconds(milliseconds / 1000, locale)];
  if (run.kind === 'reading') words.push(t('sql.reading'));
  else if (ran !== null && ran.sql !== sql) words.push(t('sql.edited'));
  return words.join(' · ');
}

function FirstRows({ run: { result } }: { run: Extract<Run, { kind: 'reading' }> }) {
  const locale = useLocale();
  return (
    <>
      <ProgressLine label={t('sql.reading')} fraction={null} words="" />
      <RowsTable
        label={t('sql.firstRows')}
        columns={result.columns as readonly DataColumn[]}
        rows={result.rows}
        locale={locale}
      />
    </>
  );
}

/** A page in a browser keeps results until it is closed or loaded again. */
function Removed() {
  return <EmptyState title={t('sql.removedTitle')} text={t('sql.removedText')} />;
}

function Nothing({ id, namespaces }: { id: string; namespaces: readonly NamespaceSummary[] }) {
  const example = exampleStatement(namespaces);
  return (
    <EmptyState title={t('sql.emptyTitle')} text={t('sql.emptyText')}>
      <pre className={styles.example}>{example}</pre>
      <PlainButton text={t('sql.useExample')} size="compact-sm" onClick={() => changeStatement(id, { sql: example })} />
    </EmptyState>
  );
}

/** Chooses the service that runs the statement, if there are several. */
function ServiceSelect({ id, connection }: { id: string; connection: string }) {
  const { data: connections = [] } = useQuery(connectionsQuery);
  if (connections.length < 2) return null;
  return (
    <Select
      w={170}
      aria-label={t('sql.service')}
      data={connections.map((one) => ({ value: one.id, label: connectionName(t, one) }))}
      value={connection}
      onChange={(chosen) => chosen !== null && changeStatement(id, { connection: chosen })}
    />
  );
}

/** The statements that ran before. */
function PastStatements({ id }: { id: string }) {
  const locale = useLocale();
  const statements = useStatementHistory((history) => history.statements);
  return (
    <IconMenu
      label={t('sql.history')}
      disabled={statements.length === 0}
      icon={IconHistory}
      classNames={{ dropdown: styles.history ?? '' }}
    >
      {statements.map(({ connection, sql, at }) => (
        <Menu.Item key={`${connection} ${sql}`} onClick={() => changeStatement(id, { connection, sql })}>
          <span className={styles.past}>{sql.replaceAll(/\s+/g, ' ')}</span>
          <span className={styles.pastTime}>
            <RelativeTime iso={at} locale={locale} />
          </span>
        </Menu.Item>
      ))}
      <Menu.Divider />
      <MenuItem text={t('sql.clearHistory')} onClick={() => useStatementHistory.setState({ statements: [] })} />
    </IconMenu>
  );
}

/** A statement over the first dataset of a service with a number in it: a sample, before anything else is published. */
function exampleStatement(namespaces: readonly NamespaceSummary[]): string {
  const all = namespaces.flatMap(({ slug, datasets }) => datasets.map((dataset) => ({ namespace: slug, dataset })));
  const found = all.find(
    ({ dataset: { columns } }) => columns.some(({ type }) => isNumeric(type)) && columns.some(isGroup),
  );
  if (found === undefined) return 'SELECT 1 + 1 AS two';
  const { namespace, dataset } = found;
  const number = dataset.columns.find(({ type }) => isNumeric(type))?.name ?? '';
  const group = dataset.columns.find(isGroup)?.name ?? '';
  return [
    `SELECT ${quoteIdentifier(group)}, count(*) AS "rows", max(${quoteIdentifier(number)}) AS "largest"`,
    `FROM ${inputName({ namespace, dataset: dataset.slug }, null)}`,
    `GROUP BY ${quoteIdentifier(group)}`,
    'ORDER BY "largest" DESC',
    'LIMIT 10',
  ].join('\n');
}

function isGroup({ name, type }: { readonly name: string; readonly type: string }): boolean {
  return type === 'char' && !/date|time|day/i.test(name);
}

/** What happens to a statement that was run. */
export type Run =
  | { readonly kind: 'none' | 'running' | 'cancelled' }
  /** The first rows are there, and the rest is read. */
  | { readonly kind: 'reading'; readonly result: SqlResult }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly sql: string };

/** Runs statements in a tab, one at a time; the last one ends the one before. */
function useRun(tab: string) {
  const [run, setRun] = useState<Run>({ kind: 'none' });
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  async function start(statement: StatementAt): Promise<void> {
    controller.current?.abort();
    const own = new AbortController();
    controller.current = own;
    const set = (next: Run) => controller.current === own && setRun(next);
    set({ kind: 'running' });
    try {
      const result = await runSql(statement, own.signal);
      set({ kind: 'reading', result });
      const { connection, sql } = statement;
      const viewed = await callBackend('viewSqlResult', { connection, sql }, own.signal);
      if (own.signal.aborted) return;
      showResult(tab, statement, result, viewed);
    } catch (error) {
      if (!wasAborted(error)) set({ kind: 'failed', failure: failureOf(error), sql: statement.sql });
    }
  }

  return {
    run,
    start: (statement: StatementAt) => void start(statement),
    cancel() {
      controller.current?.abort();
      setRun({ kind: 'cancelled' });
    },
    /** The result is shown. */
    settle: () => setRun((now) => (now.kind === 'reading' ? { kind: 'none' } : now)),
  };
}
