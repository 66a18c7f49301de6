import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { useState } from 'react';
import { viewedFileQuery } from '../backend/files.ts';
import { can } from '../backend/shell.ts';
import { DeriveButton } from '../features/recipes/derive-dialog.tsx';
import { chosenSql, StepPreview, StepsList } from '../features/recipes/steps-view.tsx';
import { Console } from '../features/sql/console.tsx';
import type { DatasetTab, WrittenStatement } from '../state/tab.ts';
import { DatasetViews } from './dataset-panel.tsx';
import { panelId } from './tabs/tab-button.tsx';

/** A statement, or the steps that write it, with its result, which has the views of a dataset. */
export function SqlPanel({ tab, statement }: { tab: DatasetTab; statement: WrittenStatement }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const { dataset } = tab.reference;
  const { connection, sql, ran, asSteps = false } = statement;
  const { data: viewed } = useQuery({ ...viewedFileQuery(dataset), enabled: dataset !== '' });
  const shownSql = asSteps ? chosenSql(sql, chosen) : sql;
  const isPreview = asSteps && ran?.sql !== shownSql;
  const steps = <StepsList id={tab.id} statement={statement} chosen={chosen} onChoose={setChosen} />;
  return (
    <Stack flex={1} mih={0} gap={0} role="tabpanel" id={panelId(tab.id)} aria-label={tab.label}>
      <h2 className="visually-hidden">{tab.label}</h2>
      <Console
        tab={tab}
        statement={statement}
        actions={can('publish') && <DeriveButton statement={statement} />}
        steps={asSteps ? steps : null}
        isRemoved={viewed === null}
      >
        {isPreview ? (
          <StepPreview connection={connection} sql={shownSql} />
        ) : viewed?.stored === true ? (
          <DatasetViews key={dataset} tab={tab} label={t('sql.result')} />
        ) : null}
      </Console>
    </Stack>
  );
}
