import { Box } from '@mantine/core';
import { t } from 'i18next';
import { isNumeric } from '#shared/api/column.ts';
import type { Cell, Row } from '#shared/cell.ts';
import type { DataColumn } from '../lib/data-column.ts';
import { type CellFormat, cellText, formatOfColumn } from '../lib/format/cell-text.ts';
import { fractionPadding, widestFraction } from '../lib/format/decimal-alignment.ts';
import { typeName } from '../lib/format/type-name.ts';
import sheetStyles from './layout/sheet.module.css';
import styles from './rows-table.module.css';

/** The number format of a column. */
interface Written {
  readonly column: DataColumn;
  readonly number: boolean;
  readonly format: CellFormat;
  /** Number of decimals, so that decimal separators align. */
  readonly fraction: number;
}

interface RowsTableProps {
  readonly label: string;
  readonly columns: readonly DataColumn[];
  /** By position in `columns`. */
  readonly rows: readonly Row[];
  readonly locale: string;
  /** Whether the headings say what the values are. */
  readonly withTypes?: boolean;
}

/** A few dozen rows as a plain table that scrolls. */
export function RowsTable(props: RowsTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard.
    <section className={styles.scroller} tabIndex={0} aria-label={props.label}>
      <PlainTable className={`${sheetStyles.table} ${styles.table}`} {...props} />
    </section>
  );
}

/** A few rows as a plain table. */
export function PlainTable({
  label,
  columns,
  rows,
  locale,
  withTypes = false,
  className,
}: RowsTableProps & { className?: string }) {
  const written = columns.map((column, at): Written => {
    const format = { locale, raw: false, ...formatOfColumn(column) };
    const number = isNumeric(column.type);
    return { column, number, format, fraction: number ? widestFraction(rows, at, format) : 0 };
  });
  return (
    <table className={className} aria-label={label}>
      <thead>
        <tr>
          {written.map(({ column, number }) => (
            <th key={column.name} scope="col" data-number={number || undefined}>
              {column.label || column.name}
              {withTypes && (
                <Box component="span" display="block" c="var(--text-quiet)" fw={400}>
                  {typeName(t, column.type)}
                </Box>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name but their place, and never move.
          <tr key={position}>
            {written.map((one, at) => (
              <Value key={one.column.name} value={row[at] ?? null} written={one} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ value, written: { number, format, fraction } }: { value: Cell; written: Written }) {
  if (value === null) {
    return (
      <td data-number={number || undefined}>
        <span role="img" className="quiet" aria-label={t('rows.missing')}>
          –
        </span>
      </td>
    );
  }
  const text = cellText(value, format);
  const padding = typeof value === 'number' ? fractionPadding(text, fraction, format.locale) : 0;
  return (
    <td data-number={number || undefined} data-tooltip={text}>
      <span style={padding === 0 ? {} : { paddingRight: `${padding}ch` }}>{text}</span>
    </td>
  );
}
