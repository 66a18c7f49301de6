import { Box, Button, Select } from '@mantine/core';
import {
  IconArrowLeft,
  IconArrowRight,
  IconArrowsExchange,
  IconEqual,
  IconMinus,
  IconPencil,
  IconPlus,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { type ReactNode, useState } from 'react';
import type { Column } from '#shared/api/column.ts';
import type { Version } from '#shared/api/records/version.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { Job, PinResult } from '#shared/rpc/jobs.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { reportFailure } from '../../backend/failure.ts';
import { jobsQuery, startJob } from '../../backend/jobs.ts';
import { callQuery } from '../../backend/port.ts';
import { can } from '../../backend/shell.ts';
import { sameDataset } from '../../lib/catalogue/find-records.ts';
import { hasEnded, newestJob } from '../../lib/format/job-texts.ts';
import { typeName } from '../../lib/format/type-name.ts';
import { conditionTexts } from '../../lib/query/query-text.ts';
import { type ColumnChange, columnChanges } from '../../lib/versions/schema-change.ts';
import { versionNames } from '../../lib/versions/version-metadata.ts';
import { showJobs } from '../../state/dialogs.ts';
import { useLocale } from '../../state/settings.ts';
import type { ComparedVersions, DatasetTab } from '../../state/tab.ts';
import { openDataset } from '../../state/tabs.ts';
import { IconButton, PlainButton, SmallButton } from '../../ui/actions/icon-button.tsx';
import { Segments } from '../../ui/fields.tsx';
import chipsStyles from '../../ui/layout/chips.module.css';
import { HeadRow } from '../../ui/layout/long-table.tsx';
import sheetStyles from '../../ui/layout/sheet.module.css';
import { EmptyState, FailureState } from '../../ui/states/states.tsx';
import styles from './comparing.module.css';
import { type Pair, RowsComparison, useVersionColumns } from './rows-comparison.tsx';
import { StatisticsComparison } from './statistics-comparison.tsx';

const parts = ['rows', 'columns', 'statistics'] as const;
type Part = (typeof parts)[number];

interface ComparingViewProps {
  readonly tab: DatasetTab;
  readonly details: DatasetDetails;
  /** The initial comparison. */
  readonly first: ComparedVersions;
  readonly onClose: () => void;
}

/** The differences between two versions of a dataset: rows cell by cell, columns, and profiles. */
export function ComparingView({ tab, details, first, onClose }: ComparingViewProps) {
  const [pair, setPair] = useState<Pair>(first);
  const [rows, setRows] = useState(first.rows);
  const [part, setPart] = useState<Part>('rows');
  const { reference } = tab;
  const before = useVersionColumns(reference, details, pair.before);
  const after = useVersionColumns(reference, details, pair.after);
  const {
    data: compares,
    error,
    refetch,
  } = useQuery(callQuery('comparesVersions', { connection: reference.connection }));
  const known = before !== null && after !== null;
  const labels = new Map(details.dataset.columns.map(({ name, label }) => [name, label || name]));
  return (
    <div className={sheetStyles.sheet}>
      <ComparisonHead versions={details.dataset.versions} pair={pair} onPair={setPair} onClose={onClose}>
        <Segments
          aria-label={t('comparing.part')}
          choices={parts}
          nameOf={(one) => t(`comparing.${one}`)}
          value={part}
          onChange={setPart}
        />
      </ComparisonHead>
      {known && part === 'columns' && <ColumnsComparison changes={columnChanges(before, after)} labels={labels} />}
      {known && part === 'statistics' && (
        <StatisticsComparison
          reference={reference}
          pair={pair}
          changes={columnChanges(before, after)}
          columns={details.dataset.columns}
        />
      )}
      {known && part === 'rows' && compares === true && (
        <RowsComparison
          key={`${pair.before} ${pair.after}`}
          reference={reference}
          details={details}
          pair={pair}
          before={before}
          after={after}
          labels={labels}
          rows={rows}
          conditions={
            rows === null ? null : (
              <Conditions rows={rows} columns={details.dataset.columns} onClear={() => setRows(null)} />
            )
          }
        />
      )}
      {part === 'rows' && compares === false && <KeepBoth tab={tab} pair={pair} />}
      {part === 'rows' && compares === undefined && error !== null && (
        <FailureState failure={error} onRetry={refetch} />
      )}
    </div>
  );
}

function Conditions({ rows, columns, onClear }: { rows: RowQuery; columns: readonly Column[]; onClear: () => void }) {
  const conditions = conditionTexts(t, rows, columns).join(' · ');
  return (
    <section className={chipsStyles.chips} aria-live="polite">
      <span>{t('comparing.onlyRows', { conditions })}</span>
      <SmallButton text={t('comparing.allRows')} variant="subtle" color="gray" onClick={onClear} />
    </section>
  );
}

function pinOf(jobs: readonly Job[], tab: DatasetTab, version: string): Job | null {
  const pins = jobs.filter(
    ({ request }) =>
      request.kind === 'pin' && request.version === version && sameDataset(request.reference, tab.reference),
  );
  return newestJob(pins);
}

function copyIn(job: Job | null): PinResult | null {
  return job?.state === 'done' && job.result?.kind === 'pin' ? job.result : null;
}

/** Explains that this service does not compare versions, and offers to copy both to this computer, which does. */
function KeepBoth({ tab, pair }: { tab: DatasetTab; pair: Pair }) {
  const { data: jobs = [] } = useQuery(jobsQuery);
  // The older one first: a copy's versions are ordered by creation.
  const slugs = pair.before < pair.after ? [pair.before, pair.after] : [pair.after, pair.before];
  const pins = slugs.map((slug) => pinOf(jobs, tab, slug));
  const copies = pins.map(copyIn);
  const [copy] = copies;
  const under = pins.some((job) => job !== null && !hasEnded(job));
  async function keep(): Promise<void> {
    try {
      for (const [position, version] of slugs.entries()) {
        if (copies[position] === null) await startJob({ kind: 'pin', reference: tab.reference, version });
      }
      showJobs(true);
    } catch (error) {
      reportFailure(error);
    }
  }
  if (copy != null && copies.every((one) => one !== null)) {
    return (
      <EmptyState title={t('comparing.keptTitle')} text={t('comparing.keptText')}>
        <Button onClick={() => openDataset(copy.reference, tab.label)}>{t('comparing.openCopy')}</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t('comparing.notHereTitle')} text={t('comparing.notHereText')}>
      {can('files') && <PlainButton text={t('comparing.keepBoth')} loading={under} onClick={() => void keep()} />}
    </EmptyState>
  );
}

const icons = { same: IconEqual, added: IconPlus, removed: IconMinus, retyped: IconPencil };
const columnWords = {
  same: 'comparing.columnSame',
  added: 'comparing.columnAdded',
  removed: 'comparing.columnRemoved',
  retyped: 'comparing.columnRetyped',
} as const;
const order = ['added', 'removed', 'retyped', 'same'] as const;

interface ColumnsComparisonProps {
  readonly changes: readonly ColumnChange[];
  readonly labels: ReadonlyMap<string, string>;
}

/** The columns of both versions, changed ones first. */
function ColumnsComparison({ changes, labels }: ColumnsComparisonProps) {
  const sorted = order.flatMap((kind) => changes.filter((change) => change.kind === kind));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard.
    <section className={sheetStyles.scroller} aria-label={t('comparing.columns')} tabIndex={0}>
      <table className={sheetStyles.table} aria-label={t('comparing.columnsTable')}>
        <HeadRow
          texts={[
            t('comparing.kind'),
            t('columns.label'),
            t('columns.name'),
            t('comparing.typeBefore'),
            t('comparing.typeAfter'),
          ]}
        />
        <tbody>
          {sorted.map(({ name, before, after, kind }) => {
            const Icon = icons[kind];
            return (
              <tr key={name}>
                <td className={styles.column} data-kind={kind}>
                  <Icon size={14} stroke={1.5} aria-hidden />
                  {t(columnWords[kind])}
                </td>
                <td>{labels.get(name) ?? name}</td>
                <td className="mono">{name}</td>
                <td>{before === null ? <span className="quiet">–</span> : typeName(t, before)}</td>
                <td>{after === null ? <span className="quiet">–</span> : typeName(t, after)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

interface ComparisonHeadProps {
  readonly versions: readonly Version[];
  readonly pair: Pair;
  readonly onPair: (pair: Pair) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The compared versions, and the way back to their list. */
function ComparisonHead({ versions, pair, onPair, onClose, children }: ComparisonHeadProps) {
  const locale = useLocale();
  const data = [...versionNames(versions, locale)].map(([value, label]) => ({ value, label }));
  const select = (side: keyof Pair) => (
    <Select
      aria-label={t(side === 'before' ? 'comparing.before' : 'comparing.after')}
      data={data}
      value={pair[side]}
      onChange={(slug) => slug !== null && onPair({ ...pair, [side]: slug })}
      searchable
      w={data.some(({ label }) => label.length > 28) ? 330 : 210}
    />
  );
  return (
    <div className={`${sheetStyles.bar} ${styles.head}`}>
      <PlainButton
        text={t('comparing.back')}
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<IconArrowLeft size={14} stroke={1.5} aria-hidden />}
        onClick={onClose}
      />
      {select('before')}
      <IconArrowRight size={14} stroke={1.5} aria-hidden />
      {select('after')}
      <IconButton
        label={t('comparing.swap')}
        onClick={() => onPair({ before: pair.after, after: pair.before })}
        icon={IconArrowsExchange}
      />
      <Box flex={1} />
      {children}
    </div>
  );
}
