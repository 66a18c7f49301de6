import { Flex, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconFoldDown, IconFoldUp, IconTableColumn } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { aggregateQueryToParameters } from '#shared/aggregate-query.ts';
import type { Cell } from '#shared/cell.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { fixedKeys } from '#shared/shortcuts.ts';
import { groupsSql } from '#shared/text/groups-sql.ts';
import { useDescribedColumns } from '../../backend/codes.ts';
import { reportFailure } from '../../backend/failure.ts';
import { notifySaved, saveFile } from '../../backend/files.ts';
import { useKnownColumns } from '../../backend/known-columns.ts';
import { can, copyTable, copyText, shell } from '../../backend/shell.ts';
import { runsSqlQuery } from '../../backend/sql.ts';
import { makeTable, useGroupScope } from '../../backend/statistics.ts';
import { type DataColumn, describedColumns } from '../../lib/data-column.ts';
import { markupText } from '../../lib/format/markup-text.ts';
import { labelIn } from '../../lib/groups/category-text.ts';
import { groupsAddress, sourceText } from '../../lib/groups/credits.ts';
import {
  base64Of,
  type Credits,
  clipboardText,
  csvText,
  type GroupTable,
  printedPage,
  tableMarkup,
} from '../../lib/groups/table-text.ts';
import { openDialog } from '../../state/dialogs.ts';
import { showRows } from '../../state/query-edits.ts';
import { useLocale } from '../../state/settings.ts';
import { copyCode } from '../../state/share-view.ts';
import { changeSummary, type DatasetTab, useSteps } from '../../state/tab.ts';
import { CodeSubmenu } from '../../ui/actions/code-items.tsx';
import { IconButton, IconMenu, Keys, MenuItem, PlainButton } from '../../ui/actions/icon-button.tsx';
import { BasisNote, ColumnList, GroupView } from '../../ui/groups/group-view.tsx';
import { EmptyState, FailureState } from '../../ui/states/states.tsx';
import { suggestedColumns } from './model/suggested-columns.ts';
import { maxSummaryGroups } from './model/summary-query.ts';
import { filtersOfCell, summaryTable, summaryTexts } from './model/summary-table.ts';
import { dividedNodes, type SummaryNode } from './model/summary-tree.ts';
import styles from './summary.module.css';
import { SummaryForm, useAddColumn } from './summary-form.tsx';
import { SummaryGrid } from './summary-grid.tsx';
import { type ReadySummary, useSummary } from './use-summary.ts';

interface SummaryViewProps {
  readonly tab: DatasetTab;
  readonly details: DatasetDetails;
  /** The tab's conditions, as removable chips. */
  readonly chips: ReactNode;
}

/** The summary table of a tab's rows: groups of rows by groups of columns, with exact totals of each level. */
export function SummaryView({ tab, details, chips }: SummaryViewProps) {
  const columns = useDescribedColumns(tab.reference, details.dataset, tab.query.version);
  const { summary } = tab;
  const isEmpty = summary.rows.length + summary.columns.length === 0;
  const add = useAddColumn(tab.id, summary);
  const addRow = (column: DataColumn) => add('rows', column);
  const steps = useSteps(tab.id);
  if (columns.length === 0) return <EmptyState title={t('columns.emptyTitle')} text={t('columns.emptyText')} />;
  return (
    <GroupView
      steps={steps}
      label={t('views.summary')}
      chips={chips}
      side={
        <>
          <ColumnList
            columns={columns}
            actionOf={(column) => t('summary.addFor', { column })}
            hint={t('summary.columnsHint')}
            onChoose={addRow}
          />
          <SummaryForm tab={tab.id} summary={summary} columns={columns} />
        </>
      }
    >
      {isEmpty ? (
        <EmptyState
          icon={<IconTableColumn size={28} stroke={1.5} aria-hidden />}
          title={t('summary.emptyTitle')}
          text={t('summary.emptyText')}
        >
          <Suggestions tab={tab} details={details} onChoose={addRow} />
        </EmptyState>
      ) : (
        <SummaryResult tab={tab} details={details} columns={columns} />
      )}
    </GroupView>
  );
}

interface SuggestionsProps {
  readonly tab: DatasetTab;
  readonly details: DatasetDetails;
  readonly onChoose: (column: DataColumn) => void;
}

/** The columns by which a first summary says most. */
function Suggestions({ tab, details, onChoose }: SuggestionsProps) {
  const { dataset } = details;
  const { version } = tab.query;
  const columns = useMemo(() => describedColumns(dataset, version), [dataset, version]);
  const { scope } = useGroupScope(tab, details);
  const known = useKnownColumns(columns, scope, version, true);
  const suggested = useMemo(() => (known === null ? [] : suggestedColumns(known, columns)), [known, columns]);
  return (
    <Flex wrap="wrap" justify="center" gap="sm" mt="md">
      {suggested.map((column) => (
        <PlainButton
          text={t('summary.addFor', { column: column.label || column.name })}
          key={column.name}
          size="compact-sm"
          onClick={() => onChoose(column)}
        />
      ))}
    </Flex>
  );
}

interface SummaryResultProps {
  readonly tab: DatasetTab;
  readonly details: DatasetDetails;
  readonly columns: readonly DataColumn[];
}

/** The summary itself, without what it is made of. */
export function SummaryResult(props: SummaryResultProps) {
  const { tab, details, columns } = props;
  const { scope, rows, readMore } = useGroupScope(tab, details);
  const state = useSummary(tab.summary, columns, scope, rows);
  switch (state.kind) {
    case 'loading':
      return (
        <div className={styles.waiting} role="status">
          {t('summary.loading')}
        </div>
      );
    case 'failed':
      return <FailureState failure={state.failure} onRetry={state.retry} />;
    case 'too-many':
      return (
        <EmptyState
          title={t('summary.tooLarge')}
          text={t('summary.tooLargeText', { count: state.count, most: maxSummaryGroups })}
        />
      );
    case 'ready':
      if (state.tree.rows.children.length === 0 && state.tree.columns.children.length === 0) {
        return <EmptyState title={t('summary.nothing')} text={t('summary.nothingText')} />;
      }
      return <Table {...props} state={state} newest={scope.newest} onReadMore={readMore} />;
  }
}

interface TableProps extends SummaryResultProps {
  readonly state: ReadySummary;
  readonly newest: string;
  readonly onReadMore: (() => void) | null;
}

/** The table with its title above, and which rows it covers below. */
function Table({ tab, details, columns, state, newest, onReadMore }: TableProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { summary, tree, sets } = state;
  const { rows, columns: columnKeys, measures } = summary;
  const texts = useMemo(
    () => summaryTexts(t, { rows, columns: columnKeys, measures }, labelIn(columns), locale),
    [t, rows, columnKeys, measures, columns, locale],
  );
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const onToggle = (node: SummaryNode, open: boolean) =>
    setCollapsed((before) => {
      const after = new Set(before);
      if (open) after.delete(node.id);
      else after.add(node.id);
      return after;
    });
  const query = sets[0]?.query;
  const { connection } = tab.reference;
  const { data: runsSql = false } = useQuery(runsSqlQuery(connection));
  const sql = query === undefined ? null : groupsSql(tab.reference, query, { columns });
  const code = {
    sql: () => sql,
    source: () => ({
      data: details.dataset.data,
      parameters: query === undefined ? [] : aggregateQueryToParameters(query),
    }),
  };
  const fileOf = (): SummaryFile => ({
    table: summaryTable(summary, tree, texts),
    credits: {
      title: texts.title,
      source: sourceText(t, details, tab.query, columns, { newest }),
      addresses: query === undefined ? [] : [groupsAddress(details.dataset.data, query, newest)],
      link: '',
    },
    textOf: (cell, column) => {
      const at = column - texts.rowKeys.length;
      return at < 0 ? String(cell ?? '') : texts.value(cell, at % texts.measures.length);
    },
    name: `${details.dataset.slug} ${texts.title}`,
  });
  const copy = () => {
    const onCopied = (count: number) => notifications.show({ message: t('grid.copiedCells', { count }) });
    void copySummary(fileOf()).then(onCopied, reportFailure);
  };
  const onRows = (row: SummaryNode, column: SummaryNode) => {
    const filters = filtersOfCell(summary, row, column);
    if (filters !== null) showRows(tab.id, filters);
    else notifications.show({ message: t('summary.noRowsBehind') });
  };
  return (
    <>
      <Head
        title={texts.title}
        canCollapse={rows.length > 1}
        onCollapse={(isCollapsed) => setCollapsed(new Set(isCollapsed ? dividedNodes(tree.rows) : []))}
        fileOf={fileOf}
        onCopy={copy}
        code={tab.file === undefined ? code : null}
        onPublish={
          sql === null || !runsSql ? null : () => openDialog({ kind: 'derive', connection, sql, reference: null })
        }
      />
      <SummaryGrid
        state={state}
        texts={texts}
        label={t('summary.grid', { name: tab.label })}
        collapsed={collapsed}
        onToggle={onToggle}
        onSort={(sort) => changeSummary(tab.id, (before) => ({ ...before, sort }))}
        onRows={onRows}
        onCopy={copy}
      />
      <footer className={styles.foot}>
        <BasisNote basis={state.basis} query={tab.query} onReadMore={onReadMore} />
        <span>{t('summary.keys')}</span>
      </footer>
    </>
  );
}

const saveTexts = { xlsx: 'summary.saveXlsx', csv: 'summary.saveCsv', pdf: 'summary.savePdf' } as const;

interface HeadProps {
  readonly title: string;
  /** Whether groups are within groups. */
  readonly canCollapse: boolean;
  readonly onCollapse: (isCollapsed: boolean) => void;
  readonly fileOf: () => SummaryFile;
  readonly onCopy: () => void;
  /** Null where it shows no dataset of a service. */
  readonly code: Omit<ComponentProps<typeof CodeSubmenu>, 'onCopy'> | null;
  /** Null where the service cannot make its groups again by a statement. */
  readonly onPublish: (() => void) | null;
}

/** The title of the table, and what can be done with it. */
function Head({ title, canCollapse, onCollapse, fileOf, onCopy, code, onPublish }: HeadProps) {
  const save = (kind: keyof typeof saveTexts) => () => saveSummary(fileOf(), kind, t(saveTexts[kind]));
  return (
    <header className={styles.head}>
      <h3 data-tooltip={title}>{title}</h3>
      {canCollapse && (
        <>
          <IconButton label={t('summary.collapseAll')} onClick={() => onCollapse(true)} icon={IconFoldUp} />
          <IconButton label={t('summary.expandAll')} onClick={() => onCollapse(false)} icon={IconFoldDown} />
        </>
      )}
      <IconMenu label={t('summary.actions')}>
        <MenuItem text={t('summary.saveXlsx')} onClick={save('xlsx')} />
        <MenuItem text={t('summary.saveCsv')} onClick={save('csv')} />
        {can('pdf') && <MenuItem text={t('summary.savePdf')} onClick={save('pdf')} />}
        <MenuItem text={t('summary.print')} onClick={() => printSummary(fileOf())} />
        <Menu.Divider />
        <MenuItem text={t('summary.copy')} rightSection={<Keys keys={fixedKeys.copyCells} />} onClick={onCopy} />
        <MenuItem
          text={t('summary.copyAddress')}
          onClick={() => void copyText(fileOf().credits.addresses.join('\n'))}
        />
        {code !== null && <CodeSubmenu {...code} onCopy={copyCode} />}
        {onPublish !== null && (
          <>
            <Menu.Divider />
            <MenuItem text={t('recipes.publish')} onClick={onPublish} />
          </>
        )}
      </IconMenu>
    </header>
  );
}

/** A summary for export, with its source and where to obtain its numbers again. */
interface SummaryFile {
  readonly table: GroupTable;
  readonly credits: Credits;
  /** The text of a cell as it is printed, by its column. */
  readonly textOf: (cell: Cell, column: number) => string;
  /** Suggested file name, without extension. */
  readonly name: string;
}

/** Asks where to save a summary, writes it, and reports that. */
function saveSummary(file: SummaryFile, kind: 'xlsx' | 'csv' | 'pdf', question: string): void {
  const { credits, table } = file;
  const contents = {
    xlsx: () => makeTable('xlsx', table, credits),
    csv: () => base64Of(csvText(table)),
    pdf: () => shell.call('printPage', { html: pageOf(file), to: 'pdf', paper: null }),
  };
  const kinds = [{ name: kind.toUpperCase(), extensions: [kind] }];
  notifySaved(saveFile(question, file.name.slice(0, 200), kinds, contents[kind]));
}

/** The table as it is printed, with its source below. */
function pageOf({ table, credits: { title, source }, textOf }: SummaryFile): string {
  const parts = [`<h1>${markupText(title)}</h1>`, tableMarkup(table, textOf), `<footer>${markupText(source)}</footer>`];
  return printedPage(title, parts.join(''));
}

function printSummary(file: SummaryFile): void {
  shell.call('printPage', { html: pageOf(file), to: 'printer', paper: null }).catch(reportFailure);
}

/** Copies the table in the format that spreadsheets paste. @returns the number of cells */
async function copySummary({ table }: SummaryFile): Promise<number> {
  await copyTable({ text: clipboardText(table), html: tableMarkup(table) });
  return table.head.length * (table.lines.length + 1);
}
