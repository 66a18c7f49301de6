import { useTranslation } from 'react-i18next';
import { isNumeric } from '#shared/api/column.ts';
import type { FilePreview } from '#shared/rpc/source-file.ts';
import { explained } from '../../lib/format/failure-texts.ts';
import { typeName } from '../../lib/format/type-name.ts';
import sheetStyles from '../../ui/layout/sheet.module.css';
import styles from './follow.module.css';

/** Rows and columns that are shown; the preview has more. */
const maxRows = 8;
const maxColumns = 40;

/** The first rows of an entry with the types that its columns have been given, and how it was read. */
export function PreviewRows({ title, preview }: { title: string; preview: FilePreview }) {
  const { t } = useTranslation();
  const columns = preview.columns.slice(0, maxColumns);
  const label = t('follow.previewTable', { title });
  const notices = preview.notices.map((notice) => explained(t, notice));
  return (
    <>
      {notices.length > 0 && <p className="quiet">{notices.join(' · ')}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard. */}
      <section className={styles.preview} aria-label={label} tabIndex={0}>
        <table className={sheetStyles.table} aria-label={label} aria-colcount={preview.columns.length}>
          <thead>
            <tr>
              {columns.map(({ name, type }, position) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the columns do not move.
                <th key={position} scope="col" data-number={isNumeric(type) || undefined}>
                  {name}
                  <span className={styles.type}>{typeName(t, type)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.rows.slice(0, maxRows).map((row, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name.
              <tr key={line}>
                {columns.map(({ type }, position) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: see above.
                  <td key={position} data-number={isNumeric(type) || undefined}>
                    {row[position]?.slice(0, 200) ?? '–'}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
