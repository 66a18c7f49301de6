import { IconPencil } from '@tabler/icons-react';
import { memo, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProfileProgress } from '#shared/api/profile.ts';
import type { Filter } from '#shared/row-query.ts';
import type { ColumnOutline } from '#shared/rpc/calls/insight.ts';
import type { ProfileScope } from '../../backend/statistics.ts';
import { type DataColumn, valueKind } from '../../lib/data-column.ts';
import { formatBytes, formatCount } from '../../lib/format/format.ts';
import { typeName } from '../../lib/format/type-name.ts';
import { useLocale, useSettings } from '../../state/settings.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import styles from './columns.module.css';
import { ProfileCells } from './profile-cells.tsx';

interface ColumnLineProps {
  readonly column: DataColumn;
  /** Index among all columns, from 0. */
  readonly position: number;
  /** Index among those shown, from 0. */
  readonly index: number;
  readonly scope: ProfileScope;
  readonly outline: ColumnOutline | undefined;
  /** How far its profile is, if the service reports that. */
  readonly progress: ProfileProgress | undefined;
  readonly isStopped: boolean;
  /** For the column that the view was opened for: where to put its line. Null for others. */
  readonly markedLine: RefObject<HTMLTableRowElement | null> | null;
  readonly onFilter: (column: DataColumn, filters: readonly Filter[]) => void;
  /** Null if the user may not edit columns. */
  readonly onEdit: ((column: DataColumn) => void) | null;
}

/** A column: its name, its type, and its values. */
export const ColumnLine = memo(function ColumnLine(props: ColumnLineProps) {
  const { column, position, index, scope, outline, progress, isStopped, markedLine, onFilter } = props;
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <tr
      aria-rowindex={index + 2}
      className={styles.schemaLine}
      ref={markedLine}
      {...(markedLine !== null && { tabIndex: -1, 'aria-current': true })}
    >
      <td className="quiet" data-number>
        {formatCount(position + 1, locale)}
      </td>
      <th scope="row">
        <Called column={column} />
      </th>
      <td className={styles.schemaType}>{typeName(t, valueKind(column))}</td>
      <td className="quiet" data-number>
        {outline?.bytes == null ? '–' : formatBytes(outline.bytes, locale)}
      </td>
      <ProfileCells
        column={column}
        scope={scope}
        outline={outline}
        progress={progress}
        isStopped={isStopped}
        onFilter={onFilter}
      />
      <td>
        <span className={styles.schemaSaid}>
          <ColumnDescription {...props} />
          {props.onEdit !== null && (
            <IconButton
              className={styles.schemaEdit}
              label={t('columns.edit', { column: column.label || column.name })}
              onClick={() => props.onEdit?.(column)}
              icon={IconPencil}
            />
          )}
        </span>
      </td>
    </tr>
  );
});

/** The label and the name in the preferred order; once if they are equal. */
function Called({ column: { name, label } }: { column: DataColumn }) {
  const called = useSettings((settings) => settings.columnsBy);
  const labelled = label !== '' && label !== name;
  const [first, second] = called === 'label' && labelled ? [label, name] : [name, labelled ? label : ''];
  const isLabel = called === 'label' && labelled;
  return (
    <>
      <span className={isLabel ? styles.schemaFirst : `${styles.schemaFirst} mono`} data-tooltip={first}>
        {first}
      </span>
      {second !== '' && (
        <span className={isLabel ? `${styles.schemaSecond} mono` : styles.schemaSecond} data-tooltip={second}>
          {second}
        </span>
      )}
    </>
  );
}

function ColumnDescription({ column }: ColumnLineProps) {
  const { t } = useTranslation();
  if (column.description === '') return <span className="quiet">{t('columns.noDescription')}</span>;
  return (
    <span className={styles.schemaWords} data-tooltip={column.description}>
      {column.description}
    </span>
  );
}
