import { NativeSelect, Popover, UnstyledButton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type TFunction, t } from 'i18next';
import { useRef } from 'react';
import { type ColumnType, columnTypes } from '#shared/api/column.ts';
import { fileName } from '#shared/file-name.ts';
import type { ColumnEvidence, FilePreview } from '#shared/rpc/source-file.ts';
import { explained } from '../../../lib/format/failure-texts.ts';
import { typeName } from '../../../lib/format/type-name.ts';
import { SmallButton } from '../../../ui/actions/icon-button.tsx';
import { CheckField, TextField } from '../../../ui/fields.tsx';
import { type ColumnEdit, changeColumn } from '../draft.ts';
import styles from '../publish.module.css';
import { changeDraft, setReading } from '../publish-store.ts';
import type { DraftColumn } from './draft-columns.ts';
import { ownEscape } from './reading-options.tsx';

const lineHeight = 42;

/** The columns of the file, one per line: whether it is included, its name, label, description and type. */
export function ColumnsEditor({ columns, preview }: { columns: readonly DraftColumn[]; preview: FilePreview }) {
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 4,
  });
  const label = t('publish.columnsOf', { file: fileName(preview.path) });
  return (
    <section className={styles.columnsEditor} aria-label={t('publish.columnsOfFile')} {...ownEscape}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard. */}
      <section className={styles.columnsScroller} aria-label={label} ref={scroller} tabIndex={0}>
        <table className={styles.columnsTable} aria-label={label} aria-rowcount={columns.length + 1}>
          <thead>
            <tr className={styles.columnLine} aria-rowindex={1}>
              <th scope="col">{t('publish.use')}</th>
              <th scope="col">{t('publish.source')}</th>
              <th scope="col">{t('publish.name')}</th>
              <th scope="col">{t('publish.label')}</th>
              <th scope="col">{t('publish.description')}</th>
              <th scope="col">{t('publish.type')}</th>
            </tr>
          </thead>
          <tbody style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map(({ index, start }) => {
              const column = columns[index];
              if (column === undefined) return null;
              return (
                <DraftColumnLine
                  key={column.source}
                  column={column}
                  position={index}
                  start={start}
                  missing={preview.options.missing ?? []}
                />
              );
            })}
          </tbody>
        </table>
      </section>
    </section>
  );
}

/** Short and long text are one choice: the longest value determines which. */
const choices = columnTypes.filter((type) => type !== 'char');

interface ColumnLineProps {
  readonly column: DraftColumn;
  readonly position: number;
  /** Distance from the top, in pixels. */
  readonly start: number;
  /** Texts that currently mean "missing". */
  readonly missing: readonly string[];
}

/** A column of the file, editable. */
function DraftColumnLine({ column, position, start, missing }: ColumnLineProps) {
  const { source, made, used } = column;
  const apply = (edit: ColumnEdit) => changeDraft((draft) => changeColumn(draft, source, edit));
  const use = (requested: boolean) => {
    // A column made from two others is removed by not making it.
    if (made) setReading({ point: null });
    else apply({ drop: !requested });
  };
  return (
    <tr
      className={styles.columnLine}
      aria-rowindex={position + 2}
      data-unused={!used || undefined}
      style={{ transform: `translateY(${start}px)` }}
    >
      <td>
        <CheckField aria-label={t('publish.useNamed', { name: source })} checked={used} onChange={use} />
      </td>
      <td>
        <span className={styles.columnSource} data-tooltip={source}>
          {source}
        </span>
        <Reason column={column} missing={missing} />
      </td>
      <Fields column={column} apply={apply} />
    </tr>
  );
}

function Reason({ column, missing }: Pick<ColumnLineProps, 'column' | 'missing'>) {
  const { made, problem, reason, evidence } = column;
  if (problem !== null) {
    const text = t(`publish.${problem}`);
    return (
      <span className={`${styles.columnReason} ${styles.bad}`} data-tooltip={text}>
        {text}
      </span>
    );
  }
  if (evidence !== null && !made) return <ColumnEvidenceLine column={{ ...column, evidence }} missing={missing} />;
  const why = reason === null ? '' : explained(t, reason);
  const explanation = made ? t('publish.pointReason') : why;
  return (
    <span className={styles.columnReason} data-tooltip={explanation}>
      {explanation}
    </span>
  );
}

function Fields({ column, apply }: { column: DraftColumn; apply: (edit: ColumnEdit) => void }) {
  const { source, used, type, made } = column;
  const fieldName = (field: 'name' | 'label' | 'description' | 'type') =>
    t('publish.fieldOf', { field: t(`publish.${field}`), name: source });
  return (
    <>
      <td>
        <TextField
          aria-label={fieldName('name')}
          value={column.name}
          error={column.problem !== null}
          disabled={!used || made}
          spellCheck={false}
          onChange={(text) => apply({ name: text })}
        />
      </td>
      <td>
        <TextField
          aria-label={fieldName('label')}
          placeholder={column.name}
          value={column.label}
          disabled={!used}
          onChange={(text) => apply({ label: text })}
        />
      </td>
      <td>
        <TextField
          aria-label={fieldName('description')}
          value={column.description}
          disabled={!used}
          onChange={(text) => apply({ description: text })}
        />
      </td>
      <td>
        <NativeSelect
          aria-label={fieldName('type')}
          data={choices.map((value) => ({ value, label: typeName(t, value) }))}
          value={type === 'char' ? 'text' : type}
          disabled={!used || made}
          onChange={(event) => apply({ type: typeOf(event.currentTarget.value) })}
        />
      </td>
    </>
  );
}

function typeOf(value: string): ColumnType {
  return choices.find((type) => type === value) ?? 'text';
}

interface ColumnEvidenceProps {
  readonly column: DraftColumn & { readonly evidence: ColumnEvidence };
  /** Texts that currently mean "missing". */
  readonly missing: readonly string[];
}

/** The evidence for a column's type in one line, which expands to what contradicts it and what is missing. */
function ColumnEvidenceLine({ column, missing }: ColumnEvidenceProps) {
  const { evidence, source } = column;
  const words = useEvidenceWords(column);
  if (evidence.exceptions.length === 0 && evidence.missing.length === 0) {
    return (
      <span className={styles.columnReason} data-tooltip={words}>
        {words}
      </span>
    );
  }
  return (
    <Popover position="bottom-start" shadow="md" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={`${styles.columnReason} ${styles.columnEvidence}`} data-tooltip={words}>
          {words}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('publish.evidenceOf', { name: source })}>
        <EvidenceDetails evidence={evidence} missing={missing} />
      </Popover.Dropdown>
    </Popover>
  );
}

function useEvidenceWords({ evidence, foundType, moment, reason }: ColumnEvidenceProps['column']): string {
  const { values, fitting, whole, missing } = evidence;
  const isText = foundType === 'text' || foundType === 'char';
  const type = moment === null ? typeName(t, isText ? 'text' : foundType) : t(`publish.moment-${moment}`);
  const marks = missing.map(({ text, count }) => t('publish.markCount', { text, count }));
  const why = reason === null ? [] : [explained(t, reason)];
  const inferredText = isText && moment === null && evidence.stated !== true;
  const fits = t(whole ? 'publish.evidenceWhole' : 'publish.evidenceFirst', { type, fitting, count: values });
  const counted = values === 0 ? t('publish.evidenceNothing', { type }) : fits;
  if (!inferredText) return [counted, ...(isText ? why : []), ...marks].join(' · ');
  return [...textWords(t, type, evidence, why), ...marks].join(' · ');
}

/** The evidence for text that was inferred: what is neither a number nor a date, or why it is text although all are. */
function textWords(t: TFunction, type: string, evidence: ColumnEvidence, why: readonly string[]): readonly string[] {
  const { exceptions, values, fitting, whole } = evidence;
  if (values === 0) return [t('publish.evidenceNothing', { type })];
  if (fitting === values && why.length > 0) return why;
  if (fitting === 0)
    return [t(whole ? 'publish.evidenceNoneWhole' : 'publish.evidenceNoneFirst', { type, count: values })];
  if (exceptions.length === 0)
    return why.length > 0 ? why : [t('publish.evidenceSome', { type, fitting, count: values })];
  const texts = exceptions.map(({ text }) => text).join(', ');
  return [t('publish.evidenceAgainst', { type, count: values - fitting, texts })];
}

function EvidenceDetails({ evidence, missing }: { evidence: ColumnEvidence; missing: readonly string[] }) {
  const apply = (texts: readonly string[]) => setReading({ missing: [...new Set(texts)] });
  return (
    <ul className={styles.evidenceList}>
      {evidence.exceptions.map(({ record, text }) => (
        <li key={record}>
          <span className="quiet">{t('publish.recordNumber', { record })}</span>
          <span className="mono">{text}</span>
          <SmallButton text={t('publish.takeAsMissing')} onClick={() => apply([...missing, text])} />
        </li>
      ))}
      {evidence.missing.map(({ text, count }) => (
        <li key={text}>
          <span className="quiet">{t('publish.markMissing', { count })}</span>
          <span className="mono">{text}</span>
          <SmallButton text={t('publish.keepAsValue')} onClick={() => apply(missing.filter((mark) => mark !== text))} />
        </li>
      ))}
    </ul>
  );
}
