import { Box, Flex, Menu } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { isNumeric } from '#shared/api/column.ts';
import { selectsRows } from '#shared/row-query.ts';
import type { SessionState } from '#shared/rpc/records.ts';
import { connectionsQuery, datasetQuery } from '../../backend/records.ts';
import { readRows } from '../../backend/rows.ts';
import { can, copyText, goToAccountPage } from '../../backend/shell.ts';
import { readColumnFigures } from '../../backend/statistics.ts';
import { JobsButton } from '../../features/jobs/jobs-button.tsx';
import { mainConnection } from '../../lib/catalogue/find-records.ts';
import { type FigureName, figureNames, figuresOfCells, type SelectionFigures } from '../../lib/cell-figures.ts';
import { describedColumns } from '../../lib/data-column.ts';
import { connectionName } from '../../lib/format/connection-state.ts';
import { formatFigure } from '../../lib/format/format.ts';
import { knownCount } from '../../lib/format/known-count.ts';
import { regionOf } from '../../lib/keyboard/regions.ts';
import { newestVersion } from '../../lib/versions/version-metadata.ts';
import { useRowCount, useShownTab } from '../../state/row-count.ts';
import { useLocale, useSettings } from '../../state/settings.ts';
import { type DatasetTab, type Selection, useTabState } from '../../state/tab.ts';
import { CopyButton, MenuItem, SmallButton } from '../../ui/actions/icon-button.tsx';
import { FailureText } from '../../ui/states/note.tsx';
import { hint } from '../../ui/tooltip/hint.ts';
import styles from '../workspace.module.css';

/** The status bar: row count, version and origin. */
export function StatusBar({ tab }: { tab: DatasetTab | undefined }) {
  const { data: connections } = useQuery(connectionsQuery);
  const main = mainConnection(connections);
  const connection = tab === undefined ? main : connections?.find(({ id }) => id === tab.reference.connection);
  return (
    <footer className={styles.statusBar} {...regionOf('status')}>
      <span role="status">{tab === undefined ? '' : <RowCount tab={tab} />}</span>
      {tab?.file !== undefined && <span>{t('viewed.notPublished')}</span>}
      {tab !== undefined && tab.file === undefined && (
        <span>
          {tab.query.version === null ? t('status.newest') : t('status.version', { version: tab.query.version })}
        </span>
      )}
      <Box flex={1} />
      {tab?.view === 'rows' && <SelectionFiguresBar key={tab.id} tab={tab} />}
      {can('jobs') && <JobsButton />}
      {!can('connections') && main !== undefined && <Account session={main.session} />}
      {connection !== undefined && (
        <Flex component="span" align="center" gap="xs" miw={0}>
          <span>{connectionName(t, connection)}</span>
          {connection.address !== null && (
            <>
              <bdi className={`${styles.statusAddress} mono`}>{connection.address}</bdi>
              <CopyButton label={t('status.copyAddress')} text={connection.address} copy={copyText} />
            </>
          )}
        </Flex>
      )}
    </footer>
  );
}

/** Signs in to the service that the window belongs to, or out of it; shows the account. */
function Account({ session }: { session: SessionState }) {
  const isSignedIn = session.kind === 'signed-in';
  return (
    <SmallButton
      text={isSignedIn ? (session.user ?? '') : t('connections.signIn')}
      flex="none"
      variant="subtle"
      color="gray"
      {...(isSignedIn && hint(t('connections.signOut')))}
      onClick={() => goToAccountPage(isSignedIn ? 'logout' : 'login')}
    />
  );
}

/** The number of rows that a tab shows, and the total if a filter or search excludes some. */
function RowCount({ tab }: { tab: DatasetTab }) {
  const known = useRowCount(useShownTab(tab));
  // A file that is still being read is not a dataset yet.
  const { data: details } = useQuery({ ...datasetQuery(tab.reference), enabled: known !== null });
  if (known === null) return null;
  const { count } = known;
  if (!known.exact) return t('status.atLeast', { count });
  const { query } = tab;
  const all = details === undefined ? null : knownCount({ ...query, filters: [], search: '' }, details);
  // Rows beside charts may be those of a selection, which is not a filter of the tab.
  const isPart = selectsRows(query) || (tab.view === 'charts' && all !== count);
  return all === null || !isPart ? t('common.rows', { count }) : t('figures.rowsOf', { shown: count, count: all });
}

/** Rows per read, and the maximum number of cells that are read; whole columns are calculated by the service. */
const pageSize = 1_000;
const maxCells = 200_000;

/** Debounce in milliseconds before selected cells are read. */
const debounceMs = 250;

type SelectedCells = Selection & { readonly columns: readonly string[] };

function hasCells(selection: Selection | null): selection is SelectedCells {
  return selection !== null && selection.columns !== null;
}

function useSettledSpan(tab: string): SelectedCells | null {
  const span = useTabState(tab, ({ selection }) => (hasCells(selection) ? selection : null));
  const [settled] = useDebouncedValue(span, debounceMs);
  return span === null ? null : settled;
}

/** The figures of the selected cells; `too-many` if there are more than may be read. */
function useFigures(tab: DatasetTab, span: SelectedCells | null) {
  const { data: details } = useQuery({ ...datasetQuery(tab.reference), enabled: span !== null });
  const known = useRowCount(tab);
  const columns = details === undefined ? [] : describedColumns(details.dataset, tab.query.version);
  const newest = details === undefined ? '' : newestVersion(details.dataset);
  return useQuery({
    queryKey: ['selectionFigures', tab.reference, tab.query, newest, span],
    enabled: span !== null && columns.length > 0,
    queryFn: async ({ signal }): Promise<SelectionFigures | 'too-many'> => {
      if (span === null) return 'too-many';
      const chosen = span.columns.flatMap((name) => columns.find((column) => column.name === name) ?? []);
      const size = span.to - span.from + 1;
      const [only] = chosen;
      const isWhole = known?.exact === true && size === known.count;
      if (isWhole && size > pageSize && chosen.length === 1 && only !== undefined && isNumeric(only.type)) {
        const { figures, basis } = await readColumnFigures(tab.reference, tab.query, only.name, signal);
        return basis.kind === 'part' ? 'too-many' : figures;
      }
      if (size * chosen.length > maxCells) return 'too-many';
      const positions = chosen.map((column) => columns.indexOf(column));
      const rows = [];
      for (let offset = span.from; offset <= span.to; offset += pageSize) {
        const limit = Math.min(pageSize, span.to - offset + 1);
        const page = await readRows(tab.reference, tab.query, offset, limit, signal);
        for (const row of page.rows) rows.push(positions.map((position) => row[position] ?? null));
        if (page.rows.length < limit) break;
      }
      return figuresOfCells(
        rows,
        chosen.map(({ type }) => type),
      );
    },
  });
}

/** Count, sum and other figures of the selected cells. A click opens a menu to choose and copy them. */
function SelectionFiguresBar({ tab }: { tab: DatasetTab }) {
  const locale = useLocale();
  const shown = useSettings((settings) => settings.figures);
  const span = useSettledSpan(tab.id);
  const { data, error, isFetching } = useFigures(tab, span);
  if (span === null) return <span role="status" />;
  if (error !== null) {
    return (
      <span role="status">
        <FailureText failure={error} />
      </span>
    );
  }
  if (data === undefined) return <span role="status">{isFetching ? t('figures.calculating') : ''}</span>;
  if (data === 'too-many') return <span role="status">{t('figures.tooMany', { count: maxCells })}</span>;
  const written = (name: FigureName) => {
    const value = data[name];
    if (value === null) return null;
    return formatFigure(value, locale);
  };
  const available = figureNames.filter((name) => data[name] !== null);
  const visible = available.filter((name) => shown.includes(name));
  const toggle = (name: FigureName) =>
    useSettings.setState({
      figures: figureNames.filter((each) => (each === name ? !shown.includes(name) : shown.includes(each))),
    });
  const textOf = (name: FigureName) => `${t(`figures.${name}`)}: ${written(name)}`;
  return (
    <Flex role="status" component="span" miw={0}>
      <Menu position="top-start" closeOnItemClick={false}>
        <Menu.Target>
          <button type="button" className={styles.statusFigures} {...hint(t('figures.choose'))}>
            {visible.length === 0 ? t('figures.title') : visible.map(textOf).join('   ')}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('figures.title')}</Menu.Label>
          {available.map((name) => (
            <Menu.CheckboxItem key={name} checked={shown.includes(name)} onChange={() => toggle(name)}>
              <Flex component="span" justify="space-between" gap="lg">
                <span>{t(`figures.${name}`)}</span>
                <span className="mono">{written(name)}</span>
              </Flex>
            </Menu.CheckboxItem>
          ))}
          <Menu.Divider />
          <MenuItem
            text={t('figures.copy')}
            closeMenuOnClick
            // In the format that spreadsheets paste: names and digits in adjacent cells.
            onClick={() =>
              void copyText(available.map((name) => `${t(`figures.${name}`)}\t${data[name] ?? ''}`).join('\n'))
            }
          />
        </Menu.Dropdown>
      </Menu>
    </Flex>
  );
}
