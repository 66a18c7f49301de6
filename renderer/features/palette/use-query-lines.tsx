import type { SpotlightActionData } from '@mantine/spotlight';
import { IconHistory } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '../../backend/failure.ts';
import { queriesQuery } from '../../backend/queries.ts';
import { connectionsQuery } from '../../backend/records.ts';
import { type Findable, findable, isFound } from '../../lib/find-words.ts';
import { connectionName } from '../../lib/format/connection-state.ts';
import { tabName } from '../../lib/format/tab-name.ts';
import { openSavedQuery } from '../../state/open-view.ts';
import { useTabs } from '../../state/tab.ts';
import { reopenTab } from '../../state/tabs.ts';
import { focusView } from '../../state/wanted-focus.ts';
import { QueryIcon } from '../../ui/record-signs.tsx';

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
          const place = [dataset, namespace, connectionName(t, connection)];
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

/** A line of the palette. */
export interface PaletteLine {
  readonly action: SpotlightActionData;
  readonly title: Findable;
  /** What it is found by besides its title. */
  readonly more: readonly Findable[];
}

/** Lines under one heading. */
export interface PaletteGroup {
  readonly group: string;
  readonly lines: readonly PaletteLine[];
}

/** Maximum number of lines listed of a group: many datasets must not displace the commands that match as well. */
const maxListed = 40;

/** A line that is found by its title, its description, and more. */
export function lineOf(action: SpotlightActionData, ...more: readonly Findable[]): PaletteLine {
  return { action, title: findable(action.label ?? ''), more: [findable(action.description ?? ''), ...more] };
}

/** How a line matches: at the start of its title, in its title, by words of its title, otherwise; null if not at all. */
function rankOf(words: readonly string[], { title, more }: PaletteLine): number | null {
  const phrase = words.join(' ');
  if (title.text.startsWith(phrase)) return 0;
  if (title.text.includes(phrase)) return 1;
  if (isFound(words, title)) return 2;
  return isFound(words, title, ...more) ? 3 : null;
}

/** The lines with all of the words, the best matches first, in a group as among the groups. */
export function matchingGroups(words: readonly string[], groups: readonly PaletteGroup[]): PaletteGroup[] {
  const found = groups.flatMap(({ group, lines }) => {
    const ranked = lines.flatMap((line) => {
      const rank = rankOf(words, line);
      return rank === null ? [] : [{ line, rank }];
    });
    ranked.sort((one, other) => one.rank - other.rank);
    const [best] = ranked;
    return best === undefined
      ? []
      : [{ group, lines: ranked.slice(0, maxListed).map(({ line }) => line), rank: best.rank }];
  });
  return found.sort((one, other) => one.rank - other.rank);
}
