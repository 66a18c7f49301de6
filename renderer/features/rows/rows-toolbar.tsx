import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowBarToDown, IconArrowBarToUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { GoToRow } from './go-to-row.tsx';

/** What can be done with the rows on show. */
export function RowsToolbar({ rows, onGo }: { rows: number; onGo: (row: number) => void }) {
  const { t } = useTranslation();
  return (
    <div className="rows-toolbar" role="toolbar" aria-label={t('rows.toolbar')}>
      <span className="rows-toolbar-space" />
      <GoToRow rows={rows} onGo={(row) => onGo(row - 1)} />
      <Tooltip label={`${t('rows.first')} (Ctrl+Home)`}>
        <ActionIcon aria-label={t('rows.first')} onClick={() => onGo(0)}>
          <IconArrowBarToUp size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={`${t('rows.last')} (Ctrl+End)`}>
        <ActionIcon aria-label={t('rows.last')} onClick={() => onGo(rows - 1)}>
          <IconArrowBarToDown size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
