import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight';
import { IconBolt, IconColumns3, IconHistory, IconSearch, IconTable } from '@tabler/icons-react';
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { reportFailure } from '../../backend/failure.ts';
import { queriesQuery } from '../../backend/queries.ts';
import { connectionsQuery, namespacesQuery } from '../../backend/records.ts';
import { type Findable, findable, isFound, wordsOf } from '../../lib/find-words.ts';
import { connectionName } from '../../lib/format/connection-state.ts';
import { tabName } from '../../lib/format/tab-name.ts';
import { openSavedQuery } from '../../state/open-view.ts';
import { useTabs } from '../../state/tab.ts';
import { reopenTab } from '../../state/tabs.ts';
import { focusView, openWithFocus } from '../../state/wanted-focus.ts';
import { AccessBadge, QueryIcon } from '../../ui/record-signs.tsx';
import '@mantine/spotlight/styles.css';
import { useWindowEvent } from '@mantine/hooks';
import { useMemo, useRef, useState } from 'react';
import type { Connection, NamespaceSummary } from '#shared/rpc/records.ts';
import type { Command, FieldName } from '../../commands/commands.ts';
import {
  accessOf,
  accessWithin,
  findableDataset,
  findableNamespace,
  inLabelOrder,
} from '../../lib/catalogue/find-records.ts';
import { useSettings, useWords } from '../../state/settings.ts';
import { Keys } from '../../ui/actions/icon-button.tsx';

/** Maximum number of remembered commands. */
const maxRecent = 5;

function addRecentCommand(id: string): void {
  useSettings.setState(({ recentCommands }) => ({
    recentCommands: [id, ...recentCommands.filter((other) => other !== id)].slice(0, maxRecent),
  }));
}

/** Milliseconds after closing until the palette has returned the focus; a command must move the focus after that. */
const focusReturnMs = 20;

const named = { 'data-field': 'palette' } satisfies { readonly 'data-field': FieldName };

const none: readonly Connection[] = [];

/** Always the same function: another one would read and build everything again with every key. */
function dataOf(answers: readonly UseQueryResult<readonly NamespaceSummary[]>[]) {
  return answers.map(({ data }) => data);
}

/**
 * All datasets of the connections, as lines of the open palette: there may be thousands, so none while it is closed.
 * Datasets that were read before a service became unreachable are offered as well.
 */
function useDatasetLines(opened: boolean): readonly PaletteLine[] {
  const { t, locale } = useWords();
  const { data } = useQuery(connectionsQuery);
  const connections = data ?? none;
  const catalogues = useQueries({
    queries: connections.map(({ id, state }) => ({ ...namespacesQuery(id), enabled: opened && state === 'ready' })),
    combine: dataOf,
  });
  return useMemo(() => {
    if (!opened) return [];
    return connections.flatMap((connection, position) => {
      const name = connectionName(t, connection);
      return inLabelOrder(catalogues[position] ?? [], locale).flatMap((namespace) => {
        const place = findableNamespace(name, namespace);
        const access = accessOf(namespace);
        return namespace.datasets.map((dataset) => {
          const reference = { connection: connection.id, namespace: namespace.slug, dataset: dataset.slug };
          const label = dataset.label || dataset.slug;
          const action: SpotlightActionData = {
            id: `dataset ${JSON.stringify(reference)}`,
            label,
            description: [namespace.label || namespace.slug, name].join(' · '),
            leftSection: <IconTable {...icon} />,
            rightSection: <AccessBadge access={accessWithin(access, dataset)} />,
            onClick: () => openWithFocus(reference, label),
          };
          return lineOf(action, findableDataset(dataset, namespace), place);
        });
      });
    });
  }, [opened, connections, catalogues, locale, t]);
}

/**
 * Keeps the focus in the open palette: a dialog that closed just before returns it to where it was a moment later, and
 * would otherwise take it from a palette that was opened in between.
 */
function useHeldFocus(opened: boolean): void {
  useWindowEvent('focusin', ({ target }) => {
    const field = opened ? document.querySelector<HTMLElement>(`[data-field="${named['data-field']}"]`) : null;
    const dialog = field?.closest('[role="dialog"]');
    if (field && dialog && target instanceof Node && !dialog.contains(target)) field.focus();
  });
}

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

function commandLine({ id, title, keys, keywords = [], run }: Command, Icon: typeof IconBolt): PaletteLine {
  const action: SpotlightActionData = {
    id,
    label: title,
    leftSection: <Icon {...icon} />,
    rightSection: keys === undefined ? null : <Keys keys={keys} />,
    onClick: run,
  };
  return lineOf(action, findable(...keywords));
}

interface PaletteProps {
  readonly commands: readonly Command[];
  /** What can be done with the columns of the active tab, asked when the palette is opened. */
  readonly columns: () => readonly Command[];
}

/** Everything that the palette offers for what was typed, by group. */
function usePaletteGroups({ commands, columns }: PaletteProps, opened: boolean, query: string): PaletteGroup[] {
  const datasets = useDatasetLines(opened);
  const queries = useQueryLines(opened);
  const closed = useClosedTabLines();
  // biome-ignore lint/correctness/useExhaustiveDependencies: nothing else can change them while the palette is open.
  const columnLines = useMemo(() => (opened ? columns().map((one) => commandLine(one, IconColumns3)) : []), [opened]);
  const lines = commands
    .filter((command) => command.id !== 'palette')
    .map((command) => {
      const run = () => {
        addRecentCommand(command.id);
        command.run();
      };
      return commandLine({ ...command, run }, IconBolt);
    });
  const lately = useSettings((settings) => settings.recentCommands);
  const recent = lately.flatMap((id) => lines.filter(({ action }) => action.id === id));
  const others = lines.filter((line) => !recent.includes(line));
  return matchingGroups(wordsOf(query), [
    // Before anything is typed, they are the most likely choices.
    ...(query === '' ? [{ group: t('gridActions.recentCommands'), lines: recent }] : []),
    { group: t('palette.datasets'), lines: datasets },
    { group: t('queries.title'), lines: queries },
    { group: t('closedTabs.title'), lines: closed },
    // Before anything is typed, the columns would displace the commands.
    ...(query === '' ? [] : [{ group: t('views.columns'), lines: columnLines }]),
    { group: t('palette.actions'), lines: query === '' ? others : [...recent, ...others] },
  ]);
}

/** The palette: everything that can be opened or done, found by typing. */
export function Palette(props: PaletteProps) {
  const [opened, setOpened] = useState(false);
  const [query, setQuery] = useState('');
  useHeldFocus(opened);
  const groups = usePaletteGroups(props, opened, query);
  const chosen = useRef<(() => void) | null>(null);
  const onceClosed = (action: SpotlightActionData): SpotlightActionData => ({
    ...action,
    onClick: (event) => {
      chosen.current = () => action.onClick?.(event);
    },
  });
  const runChosen = () => {
    const run = chosen.current;
    chosen.current = null;
    if (run !== null) setTimeout(run, focusReturnMs);
  };
  return (
    <Spotlight
      actions={groups.map(
        ({ group, lines: shown }): SpotlightActionGroupData => ({
          group,
          actions: shown.map(({ action }) => onceClosed(action)),
        }),
      )}
      filter={(_typed, lines) => lines}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      maxHeight={440}
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
      nothingFound={t('palette.nothing')}
      onSpotlightOpen={() => setOpened(true)}
      onSpotlightClose={() => {
        setOpened(false);
        runChosen();
      }}
      overlayProps={{ backgroundOpacity: 0.35 }}
      transitionProps={{ duration: 0 }}
      attributes={{ content: { 'aria-label': t('palette.open') } }}
      searchProps={{
        ...named,
        leftSection: <IconSearch size={16} stroke={1.5} aria-hidden />,
        placeholder: t('palette.search'),
        'aria-label': t('palette.search'),
      }}
    />
  );
}

/** All saved queries of the available connections, as lines of the palette. */
function useQueryLines(opened: boolean): PaletteLine[] {
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
function useClosedTabLines(): PaletteLine[] {
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

interface PaletteLine {
  readonly action: SpotlightActionData;
  readonly title: Findable;
  /** What it is found by besides its title. */
  readonly more: readonly Findable[];
}

/** Lines under one heading. */
interface PaletteGroup {
  readonly group: string;
  readonly lines: readonly PaletteLine[];
}

/** Maximum number of lines listed of a group: many datasets must not displace the commands that match as well. */
const maxListed = 40;

/** A line that is found by its title, its description, and more. */
function lineOf(action: SpotlightActionData, ...more: readonly Findable[]): PaletteLine {
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
function matchingGroups(words: readonly string[], groups: readonly PaletteGroup[]): PaletteGroup[] {
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
