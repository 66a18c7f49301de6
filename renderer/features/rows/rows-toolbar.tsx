import { Box, Menu, NumberInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import {
  IconAdjustmentsHorizontal,
  IconArrowBackUp,
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconArrowForwardUp,
  IconChevronDown,
  IconChevronUp,
  IconCopy,
  IconDownload,
  IconFilterSearch,
  IconLayoutSidebarRight,
} from '@tabler/icons-react';
import { t } from 'i18next';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { fixedKeys } from '#shared/shortcuts.ts';
import { separatorsOf } from '../../lib/format/format.ts';
import { densities, useLocale, useSettings, useShortcuts } from '../../state/settings.ts';
import { changeQuery, setLayout, useSteps } from '../../state/tab.ts';
import { focusView } from '../../state/wanted-focus.ts';
import { IconButton, IconMenu, MenuItem } from '../../ui/actions/icon-button.tsx';
import { SearchField } from '../../ui/actions/search-field.tsx';
import { Toolbar } from '../../ui/actions/toolbar.tsx';
import { hint } from '../../ui/tooltip/hint.ts';
import { tableFormats } from './cells/cells-text.ts';
import { ColumnChooser } from './columns/column-chooser.tsx';
import { FilterBuilder } from './filters/filter-form.tsx';
import type { GridView } from './grid-view.ts';
import styles from './rows.module.css';

interface RowsToolbarProps {
  readonly view: GridView;
  /** Goes to the next or previous match of the search. */
  readonly onHit: (forward: boolean) => void;
}

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** Width in pixels below which not all buttons fit in a line. */
const wholeWidth = 640;

/** The actions for which there may be no room. */
function useActions({ view: { tab, rows, go }, onHit }: RowsToolbarProps) {
  const steps = useSteps(tab.id);
  const noSearch = tab.query.search === '';
  // The buttons for matches are there without a search too, so that nothing moves when there is one.
  return {
    previousHit: { label: t('gridActions.previousHit'), Icon: IconChevronUp, off: noSearch, run: () => onHit(false) },
    nextHit: { label: t('gridActions.nextHit'), Icon: IconChevronDown, off: noSearch, run: () => onHit(true) },
    undoView: { label: t('common.undo'), Icon: IconArrowBackUp, off: !steps.canUndo, run: steps.undo },
    redoView: { label: t('common.redo'), Icon: IconArrowForwardUp, off: !steps.canRedo, run: steps.redo },
    firstRow: { label: t('rows.first'), Icon: IconArrowBarToUp, off: false, run: () => go(0) },
    lastRow: { label: t('rows.last'), Icon: IconArrowBarToDown, off: false, run: () => go(rows - 1) },
  } as const;
}

type Actions = ReturnType<typeof useActions>;

function ActionButtons({ actions, names }: { actions: Actions; names: readonly (keyof Actions)[] }) {
  return names.map((name) => {
    const { label, Icon, off, run } = actions[name];
    return <IconButton key={name} label={label} keys={fixedKeys[name]} disabled={off} onClick={run} icon={Icon} />;
  });
}

function ActionMenu({ actions }: { actions: Actions }) {
  return (
    <IconMenu label={t('namespacePage.more')}>
      {Object.entries(actions).map(([name, { label, Icon, off, run }]) => (
        <MenuItem key={name} text={label} disabled={off} onClick={run} leftSection={<Icon {...icon} />} />
      ))}
    </IconMenu>
  );
}

/** The actions of the rows view, in one line: those for which there is no room are in a menu. */
export function RowsToolbar(props: RowsToolbarProps) {
  const { tab, api, columns, rows, go, onCopy, onExport } = props.view;
  const { filterRow, details } = useSettings();
  const keysOf = useShortcuts();
  const frame = useRef<HTMLDivElement>(null);
  const isNarrow = useNarrow(frame);
  const actions = useActions(props);
  const reset = () => {
    api?.resetColumnState();
    setLayout(tab.id, null);
  };
  return (
    <div ref={frame} className={styles.toolbarFrame}>
      <Toolbar className={styles.actions} label={t('rows.toolbar')}>
        <RowSearch search={tab.query.search} onSearch={(search) => changeQuery(tab.id, { search })} />
        {!isNarrow && <ActionButtons actions={actions} names={['previousHit', 'nextHit']} />}
        <FilterBuilder
          tab={tab}
          columns={columns}
          filters={tab.query.filters}
          join={tab.query.join}
          onApply={(filters, join) => changeQuery(tab.id, { filters, join })}
        />
        <IconButton
          label={t('filters.row')}
          keys={keysOf('filter-row')}
          pressed={filterRow}
          onClick={() => useSettings.setState({ filterRow: !filterRow })}
          icon={IconFilterSearch}
        />
        {!isNarrow && <ActionButtons actions={actions} names={['undoView', 'redoView']} />}
        <Box flex={1} />
        <GoToRow rows={rows} onGo={(row) => go(row - 1)} />
        {!isNarrow && <ActionButtons actions={actions} names={['firstRow', 'lastRow']} />}
        <CopyMenu onCopy={onCopy} />
        <IconButton label={t('export.action')} keys={keysOf('export')} onClick={onExport} icon={IconDownload} />
        <ColumnChooser api={api} columns={columns} layout={tab.layout} onReset={reset} />
        <DisplayMenu />
        <IconButton
          label={t('grid.detail')}
          keys={keysOf('details')}
          pressed={details}
          onClick={() => useSettings.setState({ details: !details })}
          icon={IconLayoutSidebarRight}
        />
        {isNarrow && <ActionMenu actions={actions} />}
      </Toolbar>
    </div>
  );
}

function useNarrow(frame: RefObject<HTMLElement | null>): boolean {
  const [isNarrow, setIsNarrow] = useState(false);
  useEffect(() => {
    if (frame.current === null) return;
    // The buttons fit in the frame in which the toolbar gets its width.
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) flushSync(() => setIsNarrow(entry.contentRect.width < wholeWidth));
    });
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [frame]);
  return isNarrow;
}

/** Debounce in milliseconds before typed text takes effect. */
const debounceMs = 400;

/** A field that searches every text column, after a pause or on Enter. Ctrl+F focuses it. */
function RowSearch({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? search;
  const apply = (text: string) => {
    applyLater.cancel();
    setTyped(null);
    if (text !== search) onSearch(text);
  };
  const applyLater = useDebouncedCallback(apply, debounceMs);
  return (
    <SearchField
      data-field="row-search"
      className={styles.search}
      label={t('filters.search')}
      text={shown}
      w={200}
      onText={(text) => {
        setTyped(text);
        applyLater(text);
      }}
      onClear={() => apply('')}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply(shown);
        if (event.key === 'Escape') apply('');
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        apply(shown);
        focusView();
      }}
    />
  );
}

/** A field that scrolls to a row by its number, counted from 1. Ctrl+G or G focuses it. */
function GoToRow({ rows, onGo }: { rows: number; onGo: (row: number) => void }) {
  const locale = useLocale();
  const [value, setValue] = useState<number | string>('');
  const onKeyDown = (event: KeyboardEvent) => {
    const row = Number(value);
    if (event.key !== 'Enter' || value === '' || !Number.isSafeInteger(row)) return;
    onGo(row);
    setValue('');
  };
  return (
    <NumberInput
      data-field="go-to-row"
      className={styles.goTo}
      aria-label={t('rows.goTo')}
      placeholder={t('rows.goTo')}
      {...hint(t('rows.goToHint'))}
      value={value}
      onChange={setValue}
      onKeyDown={onKeyDown}
      min={1}
      max={Math.max(1, rows)}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      {...separatorsOf(locale)}
      hideControls
      w={110}
    />
  );
}

/** The formats in which the selected cells can be copied. */
function CopyMenu({ onCopy }: Pick<GridView, 'onCopy'>) {
  const [headings, setHeadings] = useState(true);
  return (
    <IconMenu label={t('grid.copyMenu')} icon={IconCopy}>
      <Menu.Label>{t('grid.copyAs')}</Menu.Label>
      {tableFormats.map((format) => (
        <Menu.Item key={format} onClick={() => onCopy(format, headings)}>
          {format === 'TSV' ? t('gridActions.copyFor') : format}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.CheckboxItem checked={headings} onChange={setHeadings}>
        {t('grid.withHeaders')}
      </Menu.CheckboxItem>
    </IconMenu>
  );
}

/** How rows and values are displayed. */
function DisplayMenu() {
  const { density, raw, histograms } = useSettings();
  const setDensity = (value: string) =>
    useSettings.setState({ density: densities.find((each) => each === value) ?? 'normal' });
  return (
    <IconMenu label={t('grid.display')} icon={IconAdjustmentsHorizontal}>
      <Menu.Label>{t('grid.density')}</Menu.Label>
      <Menu.RadioGroup value={density} onChange={setDensity}>
        {densities.map((each) => (
          <Menu.RadioItem key={each} value={each}>
            {t(`grid.${each}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.Label>{t('grid.values')}</Menu.Label>
      <Menu.RadioGroup
        value={raw ? 'raw' : 'formatted'}
        onChange={(value) => useSettings.setState({ raw: value === 'raw' })}
      >
        <Menu.RadioItem value="formatted">{t('grid.formatted')}</Menu.RadioItem>
        <Menu.RadioItem value="raw">{t('grid.raw')}</Menu.RadioItem>
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.CheckboxItem checked={histograms} onChange={(checked) => useSettings.setState({ histograms: checked })}>
        {t('figures.histograms')}
      </Menu.CheckboxItem>
    </IconMenu>
  );
}
