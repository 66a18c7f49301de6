import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatDifference } from '../../lib/format/format.ts';
import { typeName } from '../../lib/format/type-name.ts';
import type { SchemaChange } from '../../lib/versions/schema-change.ts';
import { useLocale } from '../../state/settings.ts';
import type { KnownVersion } from './known-versions.ts';
import styles from './versions.module.css';

/** The changes since the previous version: rows and columns. */
export function VersionChange({ known: { before, moreRows, change } }: { known: KnownVersion }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (before === null) return <span className="quiet">{t('versions.first')}</span>;
  const words = change === null ? [] : schemaWords(t, change);
  return (
    <>
      {moreRows === null && '–'}
      {moreRows === 0 && <span className="quiet">{t('versions.same')}</span>}
      {moreRows !== null && moreRows !== 0 && formatDifference(moreRows, locale)}
      {words.length > 0 && (
        <span className={styles.schema} data-tooltip={words.join('\n')}>
          <span aria-hidden="true">
            {change !== null && t('versions.schemaCounts', { counts: schemaCounts(change) })}
          </span>
          <span className="visually-hidden">{words.join(', ')}</span>
        </span>
      )}
    </>
  );
}

/** "+2 −1 ~1", explained by its title and to screen readers. */
function schemaCounts({ added, removed, retyped }: SchemaChange): string {
  const parts = [
    ['+', added.length],
    ['−', removed.length],
    ['~', retyped.length],
  ] as const;
  return parts.flatMap(([sign, count]) => (count === 0 ? [] : [`${sign}${count}`])).join(' ');
}

function schemaWords(t: TFunction, { added, removed, retyped }: SchemaChange): string[] {
  const names = (columns: readonly { readonly name: string }[]) => columns.map(({ name }) => name).join(', ');
  const others = retyped.map(({ name, before, after }) =>
    t('versions.retyped', { name, before: typeName(t, before), after: typeName(t, after) }),
  );
  return [
    ...(added.length === 0 ? [] : [t('versions.columnsAdded', { count: added.length, names: names(added) })]),
    ...(removed.length === 0 ? [] : [t('versions.columnsRemoved', { count: removed.length, names: names(removed) })]),
    ...(retyped.length === 0
      ? []
      : [t('versions.columnsRetyped', { count: retyped.length, names: others.join(', ') })]),
  ];
}
