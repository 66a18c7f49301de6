import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/api/column.ts';
import { cellText, isQuantity } from '../../lib/cell-text.ts';
import { useLocale } from '../../settings.ts';
import type { Pointed } from './map-canvas.tsx';
import type { MapRows } from './use-map-rows.ts';

/** Values that are shown of a row under the pointer. */
const most = 5;

interface RowHintProps {
  readonly pointed: Pointed;
  readonly data: MapRows | undefined;
  readonly columns: readonly Column[];
}

/** The first values of the row under the pointer. */
export function RowHint({ pointed, data, columns }: RowHintProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const found = data?.placed.find((each) => each.row === pointed.row);
  if (found === undefined) return null;
  const lines = columns.flatMap((column, position) => {
    const cell = found.values[position] ?? null;
    if (column.type === 'geometry' || cell === null) return [];
    const text = cellText(cell, { locale, raw: false, grouped: isQuantity(column) });
    return [{ label: column.label || column.name, text }];
  });
  return (
    <div className="map-hint" style={{ left: pointed.x + 12, top: pointed.y + 12 }}>
      <strong>{t('map.row', { row: pointed.row + 1 })}</strong>
      {lines.slice(0, most).map((line) => (
        <div key={line.label}>
          <span className="quiet">{line.label}</span> {line.text}
        </div>
      ))}
    </div>
  );
}
