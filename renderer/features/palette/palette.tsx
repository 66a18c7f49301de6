import '@mantine/spotlight/styles.css';
import './palette.css';
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight';
import { IconBolt, IconSearch, IconTable } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { connectionsQuery, namespacesQuery } from '../../api/service/records.ts';
import type { Command, FieldName } from '../../commands/commands.ts';
import { noteCommand, recentCommands } from '../../commands/recent-commands.ts';
import { connectionName } from '../../lib/format/connection-name.ts';
import { openDataset } from '../../session/session.ts';
import { Keys } from '../../ui/actions/keys.tsx';
import { useClosedTabActions, useQueryActions } from './use-query-actions.tsx';

/** Maximum number of lines listed of a group: many datasets must not displace the commands that match as well. */
const maxListed = 40;

/** Milliseconds after closing until the palette has returned the focus; a command must move the focus after that. */
const focusReturnMs = 20;

const named = { 'data-field': 'palette' } satisfies { readonly 'data-field': FieldName };

/**
 * The lines that contain what was typed: those with it in their titles first, in a group as among the groups, then
 * those with it in their descriptions or keywords.
 */
function matchingLines(typed: string, groups: readonly SpotlightActionGroupData[]): SpotlightActionGroupData[] {
  const wanted = typed.trim().toLowerCase();
  const has = (text: string | undefined) => text?.toLowerCase().includes(wanted) === true;
  const matches = groups.map(({ group, actions }) => {
    const titled = actions.filter(({ label }) => has(label));
    const others = actions.filter(
      ({ label, description, keywords }) => !has(label) && (has(description) || [keywords].flat().some(has)),
    );
    return { group, actions: [...titled, ...others].slice(0, maxListed) };
  });
  return matches
    .filter(({ actions }) => actions.length > 0)
    .toSorted((one, other) => Number(has(other.actions[0]?.label)) - Number(has(one.actions[0]?.label)));
}

/**
 * All datasets of the available connections, as lines of the open palette: there may be thousands, so none while it is
 * closed.
 */
function useDatasetActions(opened: boolean): SpotlightActionData[] {
  const { t } = useTranslation();
  const { data: connections = [] } = useQuery(connectionsQuery);
  return useQueries({
    queries: (opened ? connections : []).map((connection) => ({
      ...namespacesQuery(connection.id),
      enabled: connection.state === 'ready',
    })),
    combine: (answers) =>
      answers.flatMap((answer, position) =>
        (answer.data ?? []).flatMap((namespace) =>
          namespace.datasets.map((dataset): SpotlightActionData => {
            const connection = connections[position];
            const reference = { connection: connection?.id ?? '', namespace: namespace.slug, dataset: dataset.slug };
            const label = dataset.label || dataset.slug;
            return {
              id: `dataset ${JSON.stringify(reference)}`,
              label,
              description: [namespace.label, connection === undefined ? '' : connectionName(t, connection)].join(' · '),
              leftSection: <IconTable size={16} stroke={1.5} aria-hidden />,
              onClick: () => openDataset(reference, label),
            };
          }),
        ),
      ),
  });
}

/**
 * Keeps the focus in the open palette: a dialog that closed just before returns it to where it was a moment later, and
 * would otherwise take it from a palette that was opened in between.
 */
function useHeldFocus(opened: boolean): void {
  useEffect(() => {
    if (!opened) return;
    const hold = ({ target }: FocusEvent) => {
      const field = document.querySelector<HTMLElement>(`[data-field="${named['data-field']}"]`);
      const dialog = field?.closest('[role="dialog"]');
      if (field && dialog && target instanceof Node && !dialog.contains(target)) field.focus();
    };
    document.addEventListener('focusin', hold);
    return () => document.removeEventListener('focusin', hold);
  }, [opened]);
}

/** The palette: everything that can be opened or done, found by typing. */
export function Palette({ commands }: { commands: readonly Command[] }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const [query, setQuery] = useState('');
  useHeldFocus(opened);
  const datasets = useDatasetActions(opened);
  const queries = useQueryActions(opened);
  const closed = useClosedTabActions();
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
  const actions = commands
    .filter((command) => command.id !== 'palette')
    .map(
      (command): SpotlightActionData => ({
        id: command.id,
        label: command.title,
        // French titles contain spaces that the keyboard does not produce.
        keywords: command.title.replaceAll(/\s/g, ' '),
        leftSection: <IconBolt size={16} stroke={1.5} aria-hidden />,
        rightSection: command.keys === undefined ? null : <Keys keys={command.keys} />,
        onClick: () => {
          noteCommand(command.id);
          command.run();
        },
      }),
    );
  const lately = opened ? recentCommands() : [];
  const recent = lately.flatMap((id) => actions.filter((action) => action.id === id));
  const others = actions.filter((action) => !recent.includes(action));
  return (
    <Spotlight
      actions={matchingLines(query, [
        // Before anything is typed, they are the most likely choices.
        ...(query === '' ? [{ group: t('gridActions.recentCommands'), actions: recent.map(onceClosed) }] : []),
        { group: t('palette.datasets'), actions: datasets.map(onceClosed) },
        { group: t('queries.title'), actions: queries.map(onceClosed) },
        { group: t('closedTabs.title'), actions: closed.map(onceClosed) },
        { group: t('palette.actions'), actions: (query === '' ? others : [...recent, ...others]).map(onceClosed) },
      ])}
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
