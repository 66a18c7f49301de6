import { IconHistory } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '../../backend/failure.ts';
import { queriesQuery } from '../../backend/queries.ts';
import { connectionsQuery } from '../../backend/records.ts';
import { connectionName } from '../../lib/format/connection-state.ts';
import { tabName } from '../../lib/format/tab-name.ts';
import { openSavedQuery } from '../../state/open-view.ts';
import { useTabs } from '../../state/tab.ts';
import { reopenTab } from '../../state/tabs.ts';
import { focusView } from '../../state/wanted-focus.ts';
import { QueryIcon } from '../../ui/query-icon.tsx';
import { lineOf, type PaletteLine } from './palette-lines.ts';

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** All saved queries of the available connections, as lines of the palette. */
export function useQueryLines(opened: boolean): PaletteLine[] {
  const { t } = useTranslation();
  const { data: connections = [] } = useQuery(connectionsQuery);
  return useQueries({
    queries: connections.map((connection) => ({
      ...queriesQuery(connection.id),
      enabled: opened && connection.state === 'ready',
    })),
    combine: (answers) =>
      answers.flatMap((answer, position) => {
        const connection = connections[position];
        return (answer.data ?? []).map((query) => {
          const { namespace, dataset } = query.reference;
          const place = [dataset, namespace, connection === undefined ? '' : connectionName(t, connection)];
          return lineOf({
            id: `query ${query.reference.connection} ${query.url}`,
            label: query.label,
            description: place.join(' · '),
            leftSection: <QueryIcon query={query} {...icon} />,
            onClick: () => void openSavedQuery(query).then(focusView, reportFailure),
          });
        });
      }),
  });
}

/** Closed tabs, last closed first, as lines of the palette. */
export function useClosedTabLines(): PaletteLine[] {
  const { t } = useTranslation();
  const closed = useTabs((session) => session.closed);
  return closed.map((tab, position) =>
    lineOf({
      id: `closed ${position} ${tab.id}`,
      label: t('closedTabs.reopen', { name: tabName(t, tab) }),
      leftSection: <IconHistory {...icon} />,
      onClick: () => {
        reopenTab(tab);
        focusView();
      },
    }),
  );
}
