import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/api/column.ts';
import { typeName } from '../../lib/type-name.ts';

/** A column's heading: its label and, quietly, its type. */
export function ColumnHead({ column }: { column: Column }) {
  const { t } = useTranslation();
  const title = [column.label, column.name, column.description].filter((text) => text !== '').join('\n');
  return (
    <span className="rows-head" title={title}>
      <span className="rows-head-label">{column.label || column.name}</span>
      <span className="rows-head-type">{typeName(t, column.type)}</span>
    </span>
  );
}
