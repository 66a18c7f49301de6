import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { collatesTextsQuery } from '../../backend/service/records.ts';
import { type DataColumn, valueKind } from '../../lib/data-column.ts';
import { collationText } from '../../lib/query/query-text.ts';
import { languageOf } from '../../locales/language.ts';
import { changeQuery, type DatasetTab } from '../../state/session.ts';

/** Menu items that sort the rows by a single column; none for geometry, which has no order. */
export function SortItems({ tab, column }: { tab: DatasetTab; column: DataColumn }) {
  const { t } = useTranslation();
  const { name, type } = column;
  if (type === 'geometry') return null;
  const { ordering } = tab.query;
  const term = ordering.find((each) => each.column === name);
  const sort = (descending: boolean) => changeQuery(tab.id, { ordering: [{ column: name, descending }] });
  return (
    <>
      <Menu.Item disabled={term?.descending === false} onClick={() => sort(false)}>
        {t('gridActions.sortAscending')}
      </Menu.Item>
      <Menu.Item disabled={term?.descending === true} onClick={() => sort(true)}>
        {t('gridActions.sortDescending')}
      </Menu.Item>
      {['char', 'text'].includes(valueKind(column)) && <CollationItem tab={tab} name={name} />}
      {term !== undefined && (
        <Menu.Item onClick={() => changeQuery(tab.id, { ordering: ordering.filter((each) => each.column !== name) })}>
          {t('gridActions.sortNone')}
        </Menu.Item>
      )}
    </>
  );
}

/**
 * Orders texts as in the language of the window, or no longer as in that of the query; sorts by the column if it is not
 * sorted yet. Nothing if the service cannot.
 */
function CollationItem({ tab, name }: { tab: DatasetTab; name: string }) {
  const { t, i18n } = useTranslation();
  const { ordering, collation } = tab.query;
  const { data: isOffered = false } = useQuery(collatesTextsQuery(tab.reference.connection));
  if (!isOffered && collation === undefined) return null;
  const isSorted = ordering.some(({ column }) => column === name);
  const language = collation ?? languageOf(i18n.language);
  return (
    <Menu.CheckboxItem
      checked={isSorted && collation !== undefined}
      onChange={(checked) =>
        changeQuery(tab.id, {
          collation: checked ? language : undefined,
          ...(!isSorted && { ordering: [{ column: name, descending: false }] }),
        })
      }
    >
      {collationText(t, language)}
    </Menu.CheckboxItem>
  );
}
