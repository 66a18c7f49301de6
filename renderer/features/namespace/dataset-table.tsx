import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { can } from '../../backend/shell.ts';
import { formatBytes, formatCount } from '../../lib/format/format.ts';
import { askToPublish } from '../../state/dialogs.ts';
import { useLocale } from '../../state/settings.ts';
import { openWithFocus } from '../../state/wanted-focus.ts';
import sheetStyles from '../../ui/layout/sheet.module.css';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { type DatasetLine, type LineField, type LineOrder, lineFields } from './dataset-lines.ts';
import styles from './dataset-table.module.css';

export interface DatasetTableProps {
  readonly place: Omit<DatasetReference, 'dataset'>;
  readonly name: string;
  readonly lines: readonly DatasetLine[];
  readonly order: LineOrder;
  readonly onOrder: (order: LineOrder) => void;
  /** Draws a dataset beside its name; undefined for none. */
  readonly picture: ((reference: DatasetReference) => ReactNode) | undefined;
}

const isNumber = (field: LineField) => field !== 'name' && field !== 'updated';

/** The datasets of a namespace; a click on a heading sorts them, one on a name opens the dataset. */
export function DatasetTable({ place, name, lines, order, onOrder, picture }: DatasetTableProps) {
  const { t } = useTranslation();
  const sort = (field: LineField) =>
    onOrder({ field, descending: order.field === field ? !order.descending : isNumber(field) || field === 'updated' });
  const Arrow = order.descending ? IconArrowDown : IconArrowUp;
  return (
    <table className={`${sheetStyles.table} ${styles.table}`} aria-label={t('namespacePage.table', { name })}>
      <thead>
        <tr>
          {lineFields.map((field) => (
            <th
              key={field}
              scope="col"
              data-number={isNumber(field) || undefined}
              aria-sort={order.field === field ? (order.descending ? 'descending' : 'ascending') : 'none'}
            >
              <button type="button" className={styles.sort} onClick={() => sort(field)}>
                {t(`namespacePage.${field}`)}
                {order.field === field && <Arrow size={12} stroke={1.5} aria-hidden />}
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line key={line.slug} line={line} reference={{ ...place, dataset: line.slug }} picture={picture} />
        ))}
      </tbody>
    </table>
  );
}

interface LineProps extends Pick<DatasetTableProps, 'picture'> {
  readonly line: DatasetLine;
  readonly reference: DatasetReference;
}

function Line({ line, reference, picture }: LineProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const number = (value: number | null) => (value === null ? '–' : formatCount(value, locale));
  return (
    <tr>
      <th scope="row" className={styles.name}>
        <div className={styles.named}>
          <div>
            <button
              type="button"
              className={styles.open}
              dir="auto"
              onClick={() => openWithFocus(reference, line.name)}
            >
              {line.name}
            </button>
            {line.hidden && <span className="quiet"> {t('editing.hidden')}</span>}
            {line.description !== '' && <span className={styles.description}>{line.description}</span>}
          </div>
          {line.updated !== null && picture?.(reference)}
        </div>
      </th>
      <td data-number>{number(line.rows)}</td>
      <td data-number>{number(line.columns)}</td>
      <td data-number>{number(line.versions)}</td>
      <td data-number>{line.size === null ? '–' : formatBytes(line.size, locale)}</td>
      <td>
        {line.updated === null && can('files') ? (
          <button type="button" className={styles.open} onClick={() => askToPublish([], reference)}>
            {t('namespacePage.addData')}
          </button>
        ) : (
          <RelativeTime iso={line.updated ?? ''} locale={locale} />
        )}
      </td>
    </tr>
  );
}
