import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { viewedFileQuery } from '../backend/files.ts';
import { Console } from '../features/sql/console.tsx';
import type { DatasetTab, WrittenStatement } from '../state/tab.ts';
import { DatasetViews } from './dataset-panel.tsx';
import { panelId } from './tabs/tab-button.tsx';

/** A statement above its result, which has the views of a dataset. */
export function SqlPanel({ tab, statement }: { tab: DatasetTab; statement: WrittenStatement }) {
  const { t } = useTranslation();
  const { dataset } = tab.reference;
  const { data: viewed } = useQuery({ ...viewedFileQuery(dataset), enabled: dataset !== '' });
  return (
    <Stack flex={1} mih={0} gap={0} role="tabpanel" id={panelId(tab.id)} aria-label={tab.label}>
      <h2 className="visually-hidden">{tab.label}</h2>
      <Console tab={tab} statement={statement}>
        {viewed?.stored === true ? <DatasetViews key={dataset} tab={tab} label={t('sql.result')} /> : null}
      </Console>
    </Stack>
  );
}
