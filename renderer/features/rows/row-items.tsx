import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Row } from '#shared/cell.ts';
import { copyText } from '../../backend/window/shell.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import { useSettings } from '../../state/settings.ts';
import { rowAsJson } from './cells/table-text.ts';

interface RowItemsProps {
  readonly columns: readonly DataColumn[];
  /** Undefined while it is being read. */
  readonly values: Row | undefined;
}

/** The menu items for a whole row. */
export function RowItems({ columns, values }: RowItemsProps) {
  const { t } = useTranslation();
  const names = columns.map(({ name }) => name);
  return (
    <>
      <Menu.Item
        disabled={values === undefined}
        onClick={() => values !== undefined && void copyText(rowAsJson(names, values))}
      >
        {t('gridActions.copyRow')}
      </Menu.Item>
      <Menu.Item onClick={() => useSettings.setState({ details: true })}>{t('gridActions.details')}</Menu.Item>
    </>
  );
}
