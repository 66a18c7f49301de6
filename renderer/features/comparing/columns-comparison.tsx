import { IconEqual, IconMinus, IconPencil, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { typeName } from '../../lib/format/type-name.ts';
import type { ColumnChange } from '../../lib/versions/schema-change.ts';
import sheetStyles from '../../ui/layout/sheet.module.css';
import styles from './comparing.module.css';

const icons = { same: IconEqual, added: IconPlus, removed: IconMinus, retyped: IconPencil };
const columnWords = {
  same: 'comparing.columnSame',
  added: 'comparing.columnAdded',
  removed: 'comparing.columnRemoved',
  retyped: 'comparing.columnRetyped',
} as const;
const order = ['added', 'removed', 'retyped', 'same'] as const;

interface ColumnsComparisonProps {
  readonly changes: readonly ColumnChange[];
  readonly labels: ReadonlyMap<string, string>;
}

/** The columns of both versions, changed ones first. */
export function ColumnsComparison({ changes, labels }: ColumnsComparisonProps) {
  const { t } = useTranslation();
  const sorted = order.flatMap((kind) => changes.filter((change) => change.kind === kind));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard.
    <section className={sheetStyles.scroller} aria-label={t('comparing.columns')} tabIndex={0}>
      <table className={sheetStyles.table} aria-label={t('comparing.columnsTable')}>
        <thead>
          <tr>
            <th scope="col">{t('comparing.kind')}</th>
            <th scope="col">{t('columns.label')}</th>
            <th scope="col">{t('columns.name')}</th>
            <th scope="col">{t('comparing.typeBefore')}</th>
            <th scope="col">{t('comparing.typeAfter')}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ name, before, after, kind }) => {
            const Icon = icons[kind];
            return (
              <tr key={name}>
                <td className={styles.column} data-kind={kind}>
                  <Icon size={14} stroke={1.5} aria-hidden />
                  {t(columnWords[kind])}
                </td>
                <td>{labels.get(name) ?? name}</td>
                <td className="mono">{name}</td>
                <td>{before === null ? <span className="quiet">–</span> : typeName(t, before)}</td>
                <td>{after === null ? <span className="quiet">–</span> : typeName(t, after)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
