import { Flex, Menu } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { isNumeric } from '#shared/api/column.ts';
import { keys } from '../../backend/keys.ts';
import { datasetQuery } from '../../backend/records.ts';
import { readRows } from '../../backend/rows.ts';
import { copyText } from '../../backend/shell.ts';
import { readColumnFigures } from '../../backend/statistics.ts';
import { type FigureName, figureNames, figuresOfCells, type SelectionFigures } from '../../lib/cell-figures.ts';
import { describedColumns } from '../../lib/data-column.ts';
import { formatFigure } from '../../lib/format/format.ts';
import { newestVersion } from '../../lib/versions/version-metadata.ts';
import { useRowCount } from '../../state/row-count.ts';
import { useSettings, useWords } from '../../state/settings.ts';
import { type DatasetTab, type Selection, useTabState } from '../../state/tab.ts';
import { FailureText } from '../../ui/states/failure-note.tsx';
import { hint } from '../../ui/tooltip/hint.ts';
import styles from '../workspace.module.css';

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
    queryKey: keys.selectionFigures(tab.reference, tab.query, newest, span),
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
export function SelectionFiguresBar({ tab }: { tab: DatasetTab }) {
  const { t, locale } = useWords();
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
          <Menu.Item
            closeMenuOnClick
            onClick={() =>
              void copyText(available.map((name) => plainLine(t(`figures.${name}`), data[name])).join('\n'))
            }
          >
            {t('figures.copy')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Flex>
  );
}

/** A figure in the format that spreadsheets paste: its name and its digits in adjacent cells. */
function plainLine(name: string, value: number | bigint | null): string {
  return `${name}\t${value ?? ''}`;
}
