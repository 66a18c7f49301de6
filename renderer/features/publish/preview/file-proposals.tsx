import { Button } from '@mantine/core';
import {
  type Icon,
  IconArrowsDown,
  IconAsterisk,
  IconBraces,
  IconColumns,
  IconPercentage,
  IconRuler2,
  IconSum,
  IconTable,
  IconTableRow,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColumnType } from '#shared/api/column.ts';
import type { FilePreview, FileSurvey } from '#shared/rpc/source-file.ts';
import { columnDescriptions } from '#shared/text/column-descriptions.ts';
import { isWorkbookFormat } from '#shared/workbook-format.ts';
import { changeColumn, changeReading, type Draft, ofTable } from '../draft.ts';
import styles from '../publish.module.css';
import { changeDraft, takeTables, usePublish } from '../publish-store.ts';
import type { DraftColumn } from './draft-columns.ts';
import { leaveOutRows } from './left-out-lines.tsx';

interface ProposalProps {
  readonly icon: Icon;
  readonly text: string;
  /** Whether it is only an offer, and does not need an answer. */
  readonly quiet?: boolean;
  /** What can be decided. */
  readonly children: ReactNode;
}

/** Something about a file that only the user knows, with a button for each decision. */
export function FileProposal({ icon: Sign, text, quiet = false, children }: ProposalProps) {
  return (
    <section className={styles.proposal} data-unsure={!quiet || undefined} aria-label={text}>
      <Sign size={16} stroke={1.5} aria-hidden />
      <span className={styles.proposalText}>{text}</span>
      {children}
    </section>
  );
}

interface DecisionProps {
  /** Whether it is the present one of several; missing for one that changes something. */
  readonly pressed?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

export function Decision({ pressed, onClick, children }: DecisionProps) {
  return (
    <Button size="compact-xs" variant={pressed ? 'light' : 'default'} aria-pressed={pressed} onClick={onClick}>
      {children}
    </Button>
  );
}

/** Suggests cutting lines that look like columns of fixed width. */
export function FixedWidth({ preview: { notices } }: { preview: Pick<FilePreview, 'notices'> }) {
  const { t } = useTranslation();
  const found = notices.find(({ code }) => code === 'unseparated-fixed-width');
  if (found?.code !== 'unseparated-fixed-width') return null;
  const columnStarts = String(found.values.starts).split(',').map(Number);
  const cut = () => changeDraft((draft) => changeReading(draft, { columnStarts }));
  return (
    <FileProposal icon={IconColumns} text={t('publish.fixedWidth')}>
      <Decision onClick={cut}>{t('publish.cutColumns')}</Decision>
    </FileProposal>
  );
}

const periodWords = { applied: 'publish.periodsAreRows', found: 'publish.periodsInHeadings' } as const;
const groupWords = { applied: 'publish.groupsAreRows', found: 'publish.groupsInHeadings' } as const;

type PeriodsProps = { readonly preview: Pick<FilePreview, 'periods'> };

/** Says that columns of periods became rows, with the way back; or offers it. */
export function PeriodsAsRows({ preview: { periods } }: PeriodsProps) {
  const { t } = useTranslation();
  const apply = (rowsFrom: Draft['reading']['rowsFrom']) =>
    changeDraft((draft) => changeReading(withoutTypes(draft), { rowsFrom }));
  if (periods === undefined) return null;
  const { applied, group, count, first, last } = periods;
  const words = group === undefined ? periodWords : groupWords;
  const text = t(applied ? words.applied : words.found, { count, first, last });
  return (
    <FileProposal icon={IconTableRow} text={text} quiet={applied}>
      {applied ? (
        <Decision onClick={() => apply(null)}>{t('publish.keepAsColumns')}</Decision>
      ) : (
        <Decision onClick={() => apply({})}>{t('publish.makeRows')}</Decision>
      )}
    </FileProposal>
  );
}

/** The other form of the table has other columns. */
function withoutTypes(draft: Draft): Draft {
  return { ...draft, edits: new Map([...draft.edits].map(([source, { type: _, ...edit }]) => [source, edit])) };
}

type TablesProps = { readonly preview: Pick<FilePreview, 'format' | 'tables' | 'options'> };

/** Lists the tables below each other, to read another one or to publish each. */
export function SeveralTables({ preview: { format, tables = [], options } }: TablesProps) {
  const { t } = useTranslation();
  const listed = usePublish(({ batch }) => batch !== null);
  if (tables.length < 2) return null;
  // Of a text all are read as one, until one is chosen.
  const first = options.range?.first ?? (isWorkbookFormat(format) ? tables[0]?.range.first : undefined);
  return (
    <FileProposal
      icon={IconTable}
      text={t('publish.severalTables', { count: tables.length })}
      quiet={first !== undefined}
    >
      {tables.map((table) => (
        <Decision
          key={table.line}
          pressed={table.range.first === first}
          onClick={() => changeDraft((draft) => ofTable(draft, table))}
        >
          {t('publish.tableAt', { ...table, line: String(table.line) })}
          {table.title !== '' && <span className={styles.proposalSample}>{table.title}</span>}
        </Decision>
      ))}
      {!listed && <Decision onClick={() => takeTables(tables)}>{t('publish.allTables')}</Decision>}
    </FileProposal>
  );
}

type MergedProps = { readonly preview: Pick<FilePreview, 'notices' | 'options'> };

/** Offers the value of merged cells in each of them, and the way back. */
export function MergedCells({ preview: { notices, options } }: MergedProps) {
  const { t } = useTranslation();
  const found = notices.find(({ code }) => code === 'merged-cells');
  const fill = (fillMerged: true | undefined) => changeDraft((draft) => changeReading(draft, { fillMerged }));
  if (options.fillMerged === true) {
    return (
      <FileProposal icon={IconArrowsDown} text={t('publish.mergedFilled')} quiet>
        <Decision onClick={() => fill(undefined)}>{t('publish.fillNone')}</Decision>
      </FileProposal>
    );
  }
  if (found?.code !== 'merged-cells') return null;
  return (
    <FileProposal icon={IconArrowsDown} text={t('publish.mergedCells', found.values)}>
      <Decision onClick={() => fill(true)}>{t('publish.fillMerged')}</Decision>
    </FileProposal>
  );
}

type MarksProps = { readonly preview: Pick<FilePreview, 'marks'> };

/** Says what becomes of marks of status among numbers, with the other ways. */
export function MarksOfStatus({ preview: { marks: found } }: MarksProps) {
  const { t } = useTranslation();
  if (found === undefined) return null;
  const { applied, kept, columns, marks } = found;
  const apply = (choice: 'keep' | 'drop') => changeDraft((draft) => changeReading(draft, { marks: choice }));
  const known = marks.map(({ mark, meaning }) => (meaning === null ? mark : `${mark} ${meaning}`));
  const state = !applied ? 'publish.marksFound' : kept ? 'publish.marksKept' : 'publish.marksDropped';
  const text = t(state, { columns: listedNames(columns), marks: listedNames(known) });
  return (
    <FileProposal icon={IconAsterisk} text={text} quiet={applied}>
      {!kept && <Decision onClick={() => apply('keep')}>{t('publish.keepMarks')}</Decision>}
      {(kept || !applied) && <Decision onClick={() => apply('drop')}>{t('publish.dropMarks')}</Decision>}
    </FileProposal>
  );
}

type NestedObjectsProps = { readonly preview: Pick<FilePreview, 'notices' | 'options'> };

/** Offers a column for each value of the objects within records of JSON, and the way back. */
export function NestedObjects({ preview: { notices, options } }: NestedObjectsProps) {
  const { t } = useTranslation();
  const found = notices.find(({ code }) => code === 'json-nested');
  const flatten = (apply: boolean) => changeDraft((draft) => changeReading(draft, { flatten: apply || undefined }));
  if (options.flatten === true) {
    return (
      <FileProposal icon={IconBraces} text={t('publish.flattened')} quiet>
        <Decision onClick={() => flatten(false)}>{t('publish.keepObjects')}</Decision>
      </FileProposal>
    );
  }
  if (found?.code !== 'json-nested') return null;
  return (
    <FileProposal icon={IconBraces} text={t('publish.nested', found.values)} quiet>
      <Decision onClick={() => flatten(true)}>{t('publish.flatten')}</Decision>
    </FileProposal>
  );
}

interface TotalRowsProps {
  readonly preview: Pick<FilePreview, 'notices' | 'options' | 'totals'>;
  readonly survey: Pick<FileSurvey, 'notices'> | undefined;
}

/** Suggests leaving out last records that sum up the others, wherever in the file they are. */
export function TotalRows({ preview, survey }: TotalRowsProps) {
  const { t } = useTranslation();
  const { totals = [], options } = preview;
  if (options.totals !== undefined) return null;
  const found = [...preview.notices, ...(survey?.notices ?? [])].find(({ code }) => code === 'totals-below');
  // That they make a column text is said first.
  if (found?.code !== 'totals-below') return totals.length === 0 ? null : <TotalRecords totals={totals} />;
  const { lines, column, value } = found.values;
  const text = t('publish.totals', { count: lines.length, line: lines.join(', '), column, value });
  return (
    <FileProposal icon={IconSum} text={text}>
      <Decision onClick={() => leaveOutRows(lines)}>{t('publish.leaveOutRows', { count: lines.length })}</Decision>
    </FileProposal>
  );
}

/** Suggests leaving out records that sum up others, or keeping them with a column that says so. */
function TotalRecords({ totals }: { totals: NonNullable<FilePreview['totals']> }) {
  const { t } = useTranslation();
  const lines = totals.map(({ line }) => line);
  const names = listedNames(totals.map(({ label }) => label));
  const sums = totals.every(({ isSum }) => isSum);
  const text = t(sums ? 'publish.totalsAreSums' : 'publish.totalsByName', { count: lines.length, names });
  const keep = () => changeDraft((draft) => changeReading(draft, { totals: lines }));
  return (
    <FileProposal icon={IconSum} text={text}>
      <Decision onClick={() => leaveOutRows(lines)}>{t('publish.leaveOutRows', { count: lines.length })}</Decision>
      <Decision onClick={keep}>{t('publish.keepWithLevel')}</Decision>
    </FileProposal>
  );
}

type UnitsRowProps = { readonly preview: Pick<FilePreview, 'unitsLines' | 'rows' | 'columns'> };

/** Suggests leaving out first records that evidently contain units or descriptions, or keeping them with the columns. */
export function UnitsRow({ preview: { unitsLines, rows, columns } }: UnitsRowProps) {
  const { t } = useTranslation();
  const count = unitsLines.length;
  if (count === 0) return null;
  const units = (rows[0] ?? []).filter((text) => text !== null && text.trim() !== '').join(', ');
  const text = t('publish.unitsRow', { count, line: unitsLines.join(', '), units: units.slice(0, 80) });
  const describe = () => {
    const found = columnDescriptions(columns, rows.slice(0, count));
    changeDraft((draft) =>
      found.reduce(
        (changed, { source, description }) =>
          changed.edits.get(source)?.description ? changed : changeColumn(changed, source, { description }),
        draft,
      ),
    );
    leaveOutRows(unitsLines);
  };
  return (
    <FileProposal icon={IconRuler2} text={text}>
      <Decision onClick={describe}>{t('publish.useAsDescriptions')}</Decision>
      <Decision onClick={() => leaveOutRows(unitsLines)}>{t('publish.leaveOutRows', { count })}</Decision>
    </FileProposal>
  );
}

/** Number of names that a question lists. */
const maxNames = 8;

/** Names of columns in one line, however many there are. */
export function listedNames(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).join(', ');
  return names.length > maxNames ? `${shown}, … (${names.length})` : shown;
}

interface Measured {
  readonly column: DraftColumn;
  readonly sign: string;
  /** Without the sign. */
  readonly type: ColumnType;
}

/** Suggests storing numbers that are text because of the sign of their unit, which then describes the column. */
export function NumbersWithUnit({ columns }: { columns: readonly DraftColumn[] }) {
  const { t } = useTranslation();
  const measured = columns.flatMap((column): Measured[] =>
    column.used && column.unit ? [{ column, ...column.unit }] : [],
  );
  if (measured.length === 0) return null;
  const names = measured.map(({ column, sign }) => (sign === '' ? column.name : `${column.name} (${sign})`));
  const isPlain = measured.every(({ sign }) => sign === '');
  const text = t(isPlain ? 'publish.numbersAsText' : 'publish.withUnit', { columns: listedNames(names) });
  const change = (edit: (draft: Draft, measured: Measured) => Draft) =>
    changeDraft((draft) => measured.reduce(edit, draft));
  return (
    <FileProposal icon={IconPercentage} text={text} quiet={isPlain}>
      <Decision onClick={() => change(asNumbers)}>{t('publish.storeAsNumbers')}</Decision>
      <Decision onClick={() => change(asText)}>{t('publish.keepAsText')}</Decision>
    </FileProposal>
  );
}

/** Values further down may be fractions, unless all were read. */
function asNumbers(draft: Draft, { column, sign, type }: Measured): Draft {
  const description = column.description === '' ? sign : column.description;
  return changeColumn(draft, column.source, { type: column.evidence?.whole ? type : 'float', description });
}

function asText(draft: Draft, { column }: Measured): Draft {
  return changeColumn(draft, column.source, { type: 'text' });
}
