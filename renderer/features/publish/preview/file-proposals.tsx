import { Button } from '@mantine/core';
import {
  type Icon,
  IconArrowsDown,
  IconAsterisk,
  IconBraces,
  IconColumns,
  IconHelpCircle,
  IconPercentage,
  IconRuler2,
  IconSum,
  IconTable,
  IconTableRow,
} from '@tabler/icons-react';
import { type TFunction, t } from 'i18next';
import type { ReactNode } from 'react';
import type { FilePreview, FileSurvey, FoundColumn, FoundTable } from '#shared/rpc/source-file.ts';
import { isWorkbookFormat } from '#shared/source-formats.ts';
import { columnDescriptions } from '#shared/text/column-descriptions.ts';
import { columnLetters } from '#shared/text/sheet-range.ts';
import { changeColumn, changeReading, type Draft, ofTable } from '../draft.ts';
import styles from '../publish.module.css';
import { changeDraft, setReading, takeTables, usePublish } from '../publish-store.ts';
import type { DraftColumn } from './draft-columns.ts';
import { leaveOutRows } from './left-out-lines.tsx';

/** A button for a decision: its text, what it does, and values as they would then be read. */
interface Choice {
  readonly text: string;
  readonly act: () => void;
  readonly sample?: string;
  /** Whether it is the present one of several; missing for one that changes something. */
  readonly pressed?: boolean;
}

/** Something about a file that only the user knows, and what can be decided. */
interface Proposal {
  readonly icon: Icon;
  readonly text: string;
  /** Whether it is only an offer, and does not need an answer. */
  readonly quiet?: boolean;
  readonly choices: readonly Choice[];
}

/** A proposal with a button for each decision; `children` are further controls. */
export function FileProposal({
  icon: Sign,
  text,
  quiet = false,
  choices,
  children,
}: Proposal & { children?: ReactNode }) {
  return (
    <section className={styles.proposal} data-unsure={!quiet || undefined} aria-label={text}>
      <Sign size={16} stroke={1.5} aria-hidden />
      <span className={styles.proposalText}>{text}</span>
      {children}
      {choices.map(({ text: decision, act, sample = '', pressed }) => (
        <Button
          key={decision + sample}
          size="compact-xs"
          variant={pressed ? 'light' : 'default'}
          aria-pressed={pressed}
          onClick={act}
        >
          {decision}
          {sample !== '' && <span className={styles.proposalSample}>{sample}</span>}
        </Button>
      ))}
    </section>
  );
}

/** What a preview proposes, in the order of how much it changes. */
export function FileProposals({ preview, survey }: { preview: FilePreview; survey: FileSurvey | undefined }) {
  const listed = usePublish(({ batch }) => batch !== null);
  const proposals = [
    severalTables(t, preview, listed),
    periodsAsRows(t, preview),
    mergedCells(t, preview),
    marksOfStatus(t, preview),
    fixedWidth(t, preview),
    nestedObjects(t, preview),
    unitsRow(t, preview),
    totalRows(t, preview, survey),
  ];
  return proposals.map((proposal) => proposal !== null && <FileProposal key={proposal.text} {...proposal} />);
}

/** Suggests cutting lines that look like columns of fixed width. */
function fixedWidth(t: TFunction, { notices }: FilePreview): Proposal | null {
  const found = notices.find(({ code }) => code === 'unseparated-fixed-width');
  if (found?.code !== 'unseparated-fixed-width') return null;
  const columnStarts = String(found.values.starts).split(',').map(Number);
  const choices = [{ text: t('publish.cutColumns'), act: () => setReading({ columnStarts }) }];
  return { icon: IconColumns, text: t('publish.fixedWidth'), choices };
}

const periodWords = { applied: 'publish.periodsAreRows', found: 'publish.periodsInHeadings' } as const;
const groupWords = { applied: 'publish.groupsAreRows', found: 'publish.groupsInHeadings' } as const;

/** Says that columns of periods became rows, with the way back; or offers it. */
function periodsAsRows(t: TFunction, { periods }: FilePreview): Proposal | null {
  if (periods === undefined) return null;
  const { applied, group, count, first, last } = periods;
  const words = group === undefined ? periodWords : groupWords;
  const text = t(applied ? words.applied : words.found, { count, first, last });
  const act = () => changeDraft((draft) => changeReading(withoutTypes(draft), { rowsFrom: applied ? null : {} }));
  const choices = [{ text: t(applied ? 'publish.keepAsColumns' : 'publish.makeRows'), act }];
  return { icon: IconTableRow, text, quiet: applied, choices };
}

/** The other form of the table has other columns. */
function withoutTypes(draft: Draft): Draft {
  return { ...draft, edits: new Map([...draft.edits].map(([source, { type: _, ...edit }]) => [source, edit])) };
}

/** Lists the tables below or beside each other, to read another one or to publish each. */
function severalTables(t: TFunction, preview: FilePreview, listed: boolean): Proposal | null {
  const { format, tables = [], options } = preview;
  if (tables.length < 2) return null;
  const [top] = tables;
  // Those of a text, or beside each other, are read as one until one is chosen.
  const first = isWorkbookFormat(format) && top?.range.columns === undefined ? top?.range : undefined;
  const chosen = options.range ?? first;
  const choices = tables.map((table) => ({
    text: tableText(t, table),
    sample: table.title,
    pressed: table.range.first === chosen?.first && table.range.columns?.first === chosen.columns?.first,
    act: () => changeDraft((draft) => ofTable(draft, table)),
  }));
  const all = { text: t('publish.allTables'), act: () => takeTables(tables) };
  return {
    icon: IconTable,
    text: t('publish.severalTables', { count: tables.length }),
    quiet: chosen !== undefined,
    choices: listed ? choices : [...choices, all],
  };
}

function tableText(t: TFunction, { line, range, rows, columns }: FoundTable): string {
  if (range.columns === undefined) return t('publish.tableAt', { line: String(line), rows, columns });
  return t('publish.tableAtCell', { cell: `${columnLetters(range.columns.first - 1)}${line}`, rows, columns });
}

/** Offers the value of merged cells, or of labels that are written once, in each of them, and the way back. */
function mergedCells(t: TFunction, { notices, options }: FilePreview): Proposal | null {
  const found = notices.find(({ code }) => code === 'merged-cells' || code === 'labels-once');
  if (options.fillMerged === true) {
    const choices = [{ text: t('publish.fillNone'), act: () => setReading({ fillMerged: undefined }) }];
    return { icon: IconArrowsDown, text: t('publish.mergedFilled'), quiet: true, choices };
  }
  const isMerged = found?.code === 'merged-cells';
  if (!isMerged && found?.code !== 'labels-once') return null;
  const choices = [{ text: t('publish.fillMerged'), act: () => setReading({ fillMerged: true }) }];
  const text = isMerged ? t('publish.mergedCells', found.values) : t('publish.labelsOnce', found.values);
  return { icon: IconArrowsDown, text, choices };
}

/** Says what becomes of marks of status among numbers, with the other ways. */
function marksOfStatus(t: TFunction, { marks: found }: FilePreview): Proposal | null {
  if (found === undefined) return null;
  const { applied, kept, columns, marks } = found;
  const known = marks.map(({ mark, meaning }) => (meaning === null ? mark : `${mark} ${meaning}`));
  const state = !applied ? 'publish.marksFound' : kept ? 'publish.marksKept' : 'publish.marksDropped';
  const keep = { text: t('publish.keepMarks'), act: () => setReading({ marks: 'keep' }) };
  const drop = { text: t('publish.dropMarks'), act: () => setReading({ marks: 'drop' }) };
  return {
    icon: IconAsterisk,
    text: t(state, { columns: listedNames(columns), marks: listedNames(known) }),
    quiet: applied,
    choices: [...(kept ? [] : [keep]), ...(kept || !applied ? [drop] : [])],
  };
}

/** Offers a column for each value of the objects within records of JSON, and the way back. */
function nestedObjects(t: TFunction, { notices, options }: FilePreview): Proposal | null {
  const found = notices.find(({ code }) => code === 'json-nested');
  if (options.flatten === true) {
    const choices = [{ text: t('publish.keepObjects'), act: () => setReading({ flatten: undefined }) }];
    return { icon: IconBraces, text: t('publish.flattened'), quiet: true, choices };
  }
  if (found?.code !== 'json-nested') return null;
  const choices = [{ text: t('publish.flatten'), act: () => setReading({ flatten: true }) }];
  return { icon: IconBraces, text: t('publish.nested', found.values), quiet: true, choices };
}

function leavingOut(t: TFunction, lines: readonly number[]): Choice {
  return { text: t('publish.leaveOutRows', { count: lines.length }), act: () => leaveOutRows(lines) };
}

/**
 * Suggests leaving out records that sum up others, wherever in the file they are, or keeping them with a column that
 * says so.
 */
function totalRows(t: TFunction, preview: FilePreview, survey: FileSurvey | undefined): Proposal | null {
  const { totals = [], options } = preview;
  if (options.totals !== undefined) return null;
  const found = [...preview.notices, ...(survey?.notices ?? [])].find(({ code }) => code === 'totals-below');
  // That they make a column text is said first.
  if (found?.code === 'totals-below') {
    const { lines, column, value } = found.values;
    const text = t('publish.totals', { count: lines.length, line: lines.join(', '), column, value });
    return { icon: IconSum, text, choices: [leavingOut(t, lines)] };
  }
  if (totals.length === 0) return null;
  const lines = totals.map(({ line }) => line);
  const names = listedNames(totals.map(({ label }) => label));
  const sums = totals.every(({ isSum }) => isSum);
  const text = t(sums ? 'publish.totalsAreSums' : 'publish.totalsByName', { count: lines.length, names });
  const keep = { text: t('publish.keepWithLevel'), act: () => setReading({ totals: lines }) };
  return { icon: IconSum, text, choices: [leavingOut(t, lines), keep] };
}

/** Suggests leaving out first records that evidently contain units or descriptions, or keeping them with the columns. */
function unitsRow(t: TFunction, { unitsLines, rows, columns }: FilePreview): Proposal | null {
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
  const choices = [{ text: t('publish.useAsDescriptions'), act: describe }, leavingOut(t, unitsLines)];
  return { icon: IconRuler2, text, choices };
}

type Question = NonNullable<FoundColumn['question']>;

/** Asks which of several possible readings applies. @param about the columns or files that the question is about */
export function questionProposal(
  t: TFunction,
  kind: Question['kind'] | 'encoding',
  about: string,
  choices: readonly Choice[],
): Proposal {
  return { icon: IconHelpCircle, text: t(`publish.ask-${kind}`, { columns: about }), choices };
}

/** Describes a choice of how values are read. */
export function choiceText(t: TFunction, { dates, decimalComma }: Question['choices'][number]['options']): string {
  if (dates === 'day-first') return t('publish.dayFirst');
  if (dates === 'month-first') return t('publish.monthFirst');
  if (dates === 'as-text') return t('publish.datesAsText');
  return t(decimalComma === true ? 'publish.commaDecimal' : 'publish.pointDecimal');
}

/** Number of names that a question lists. */
const maxNames = 8;

/** Names of columns in one line, however many there are. */
export function listedNames(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).join(', ');
  return names.length > maxNames ? `${shown}, … (${names.length})` : shown;
}

/** Suggests storing numbers that are text because of the sign of their unit, which then describes the column. */
export function NumbersWithUnit({ columns }: { columns: readonly DraftColumn[] }) {
  const measured = columns.flatMap((column) => (column.used && column.unit ? [{ ...column.unit, column }] : []));
  if (measured.length === 0) return null;
  const names = measured.map(({ column, sign }) => (sign === '' ? column.name : `${column.name} (${sign})`));
  const isPlain = measured.every(({ sign }) => sign === '');
  const text = t(isPlain ? 'publish.numbersAsText' : 'publish.withUnit', { columns: listedNames(names) });
  const change = (editOf: (one: (typeof measured)[number]) => Parameters<typeof changeColumn>[2]) =>
    changeDraft((draft) =>
      measured.reduce((changed, one) => changeColumn(changed, one.column.source, editOf(one)), draft),
    );
  const asNumbers = () =>
    change(({ column, sign, type }) => ({
      // Values further down may be fractions, unless all were read.
      type: column.evidence?.whole ? type : 'float',
      description: column.description === '' ? sign : column.description,
    }));
  const choices = [
    { text: t('publish.storeAsNumbers'), act: asNumbers },
    { text: t('publish.keepAsText'), act: () => change(() => ({ type: 'text' })) },
  ];
  return <FileProposal icon={IconPercentage} text={text} quiet={isPlain} choices={choices} />;
}
