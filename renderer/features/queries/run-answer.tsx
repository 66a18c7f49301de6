import { useTranslation } from 'react-i18next';
import { isNumeric } from '#shared/api/column.ts';
import type { Cell } from '#shared/cell.ts';
import type { QueryRun } from '#shared/rpc/calls/queries.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import { type CellFormat, cellText, isQuantity } from '../../lib/format/cell-text.ts';
import { fractionPadding, widestFraction } from '../../lib/format/decimal-alignment.ts';
import { useLocale } from '../../state/settings.ts';
import sheetStyles from '../../ui/layout/sheet.module.css';
import styles from './run-query.module.css';

interface RunAnswerProps {
  readonly run: QueryRun;
  readonly label: string;
  /** The dataset's columns, which provide labels and formats for equal columns of the answer. */
  readonly known: readonly DataColumn[];
}

/** The number format of a column. */
interface Written {
  readonly column: DataColumn;
  readonly number: boolean;
  readonly format: CellFormat;
  /** Number of decimals, so that decimal separators align. */
  readonly fraction: number;
}

/** The result of a run: the row count and the first rows. */
export function RunAnswer({ run: { columns, rows, count }, label, known }: RunAnswerProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const part = count !== null && count > rows.length;
  const written = columns.map((own, at): Written => {
    const column = known.find(({ name }) => name === own.name) ?? (own as DataColumn);
    const format = { locale, raw: false, grouped: isQuantity(column), moment: column.moment };
    const number = isNumeric(column.type);
    return { column, number, format, fraction: number ? widestFraction(rows, at, format) : 0 };
  });
  return (
    <>
      <p role="status">
        {count === null ? t('queries.notCounted') : t('common.rows', { count })}
        {part && <span className="quiet"> · {t('queries.runPart', { count: rows.length })}</span>}
      </p>
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard.
        <section className={styles.scroller} tabIndex={0} aria-label={t('queries.runRows', { label })}>
          <table className={`${sheetStyles.table} ${styles.table}`} aria-label={t('queries.runRows', { label })}>
            <thead>
              <tr>
                {written.map(({ column, number }) => (
                  <th key={column.name} scope="col" data-number={number || undefined}>
                    {column.label || column.name}
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
        </section>
      )}
    </>
  );
}

function Value({ value, written: { number, format, fraction } }: { value: Cell; written: Written }) {
  const { t } = useTranslation();
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
  const padding = typeof value === 'number' ? fractionPadding(text, fraction) : 0;
  return (
    <td data-number={number || undefined} data-tooltip={text}>
      <span style={padding === 0 ? {} : { paddingRight: `${padding}ch` }}>{text}</span>
    </td>
  );
}
