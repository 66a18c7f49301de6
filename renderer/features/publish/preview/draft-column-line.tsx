import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type ColumnType, columnTypes } from '#shared/api/column.ts';
import { explained } from '../../../lib/format/failure-texts.ts';
import { typeName } from '../../../lib/format/type-name.ts';
import { type ColumnEdit, changeColumn, changeReading } from '../draft.ts';
import styles from '../publish.module.css';
import { changeDraft } from '../publish-store.ts';
import { ColumnEvidenceLine } from './column-evidence.tsx';
import type { DraftColumn } from './draft-columns.ts';

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
export function DraftColumnLine({ column, position, start, missing }: ColumnLineProps) {
  const { t } = useTranslation();
  const { source, made, used } = column;
  const apply = (edit: ColumnEdit) => changeDraft((draft) => changeColumn(draft, source, edit));
  const use = (requested: boolean) => {
    // A column made from two others is removed by not making it.
    if (made) changeDraft((draft) => changeReading(draft, { point: null }));
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
        <Checkbox
          size="xs"
          aria-label={t('publish.useNamed', { name: source })}
          checked={used}
          onChange={(event) => use(event.currentTarget.checked)}
        />
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
  const { t } = useTranslation();
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
  const { t } = useTranslation();
  const { source, used, type, made } = column;
  const fieldName = (field: 'name' | 'label' | 'description' | 'type') =>
    t('publish.fieldOf', { field: t(`publish.${field}`), name: source });
  return (
    <>
      <td>
        <TextInput
          aria-label={fieldName('name')}
          value={column.name}
          error={column.problem !== null}
          disabled={!used || made}
          spellCheck={false}
          onChange={(event) => apply({ name: event.currentTarget.value })}
        />
      </td>
      <td>
        <TextInput
          aria-label={fieldName('label')}
          placeholder={column.name}
          value={column.label}
          disabled={!used}
          onChange={(event) => apply({ label: event.currentTarget.value })}
        />
      </td>
      <td>
        <TextInput
          aria-label={fieldName('description')}
          value={column.description}
          disabled={!used}
          onChange={(event) => apply({ description: event.currentTarget.value })}
        />
      </td>
      <td>
        <NativeSelect
          size="xs"
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
