import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/api/column.ts';
import { keys } from '../../backend/keys.ts';
import { readRows } from '../../backend/rows.ts';
import { cellText, formatOfColumn } from '../../lib/format/cell-text.ts';
import { useLocale } from '../../state/settings.ts';
import type { DatasetTab } from '../../state/tab.ts';
import type { Pointed } from './engine/map-pointer.ts';
import styles from './map.module.css';

/** Maximum number of values shown for the row under the pointer. */
const maxFields = 5;
/** Maximum number of columns that are read for them. */
const maxRead = 12;
/** Maximum size of the hint in pixels: closer to an edge it is placed on the other side of the pointer. */
const room = { width: 330, height: 150 };

interface RowHintProps {
  readonly pointed: Pointed;
  readonly tab: DatasetTab;
  readonly columns: readonly Column[];
  /** Size of the map in pixels. */
  readonly width: number;
  readonly height: number;
}

/** Reads the first values of a row, except geometries, which are on the map. */
function useRow(tab: DatasetTab, row: number, columns: readonly Column[], enabled: boolean) {
  const { connection, namespace, dataset } = tab.reference;
  const fields = columns.map(({ name }) => name);
  return useQuery({
    queryKey: keys.mapRow(connection, namespace, dataset, tab.query, row),
    queryFn: ({ signal }) => readRows(tab.reference, { ...tab.query, fields }, row, 1, signal),
    enabled: enabled && fields.length > 0,
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  });
}

/** The first values of the row under the pointer, or the number of rows in a cluster. */
export function RowHint({ pointed, tab, columns, width, height }: RowHintProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { row, count, more, x, y } = pointed;
  const read = columns.filter((column) => column.type !== 'geometry').slice(0, maxRead);
  const { data, isPlaceholderData } = useRow(tab, row, read, count === 1);
  const values = isPlaceholderData ? undefined : data?.rows[0];
  const lines = read.flatMap((column, position) => {
    const cell = values?.[position] ?? null;
    if (cell === null) return [];
    return [{ column, text: cellText(cell, { locale, raw: false, ...formatOfColumn(column) }) }];
  });
  const place = {
    ...(x + room.width > width ? { right: width - x + 12 } : { left: x + 12 }),
    ...(y + room.height > height ? { bottom: height - y + 12 } : { top: y + 12 }),
  };
  return (
    <div className={styles.hint} style={place}>
      <strong>{count === 1 ? t('map.row', { row: row + 1 }) : t('map.group', { count })}</strong>
      {count === 1 &&
        lines.slice(0, maxFields).map(({ column, text }) => (
          <div key={column.name} className={styles.hintLine}>
            <span className="quiet">{column.label || column.name}</span> {text}
          </div>
        ))}
      {more > 0 && <div className="quiet">{t('map.moreHere', { count: more })}</div>}
      <div className={styles.hintDo}>{count === 1 ? t('map.rowHint') : t('map.groupHint')}</div>
    </div>
  );
}
