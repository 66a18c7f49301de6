import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../lib/data-column.ts';
import { changeQuery, type DatasetTab } from '../../../session/session.ts';

/** Menu items that sort the rows by a single column; none for geometry, which has no order. */
export function SortItems({ tab, column }: { tab: DatasetTab; column: DataColumn }) {
  const { t } = useTranslation();
  const { name, type } = column;
  if (type === 'geometry') return null;
  const term = tab.query.ordering.find((each) => each.column === name);
  const sort = (descending: boolean) => changeQuery(tab.id, { ordering: [{ column: name, descending }] });
  return (
    <>
      <Menu.Item disabled={term?.descending === false} onClick={() => sort(false)}>
        {t('gridActions.sortAscending')}
      </Menu.Item>
      <Menu.Item disabled={term?.descending === true} onClick={() => sort(true)}>
        {t('gridActions.sortDescending')}
      </Menu.Item>
      {term !== undefined && (
        <Menu.Item
          onClick={() => changeQuery(tab.id, { ordering: tab.query.ordering.filter((each) => each.column !== name) })}
        >
          {t('gridActions.sortNone')}
        </Menu.Item>
      )}
    </>
  );
}
