import { Menu, NumberInput } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconCopy } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { separatorsOf } from '../../lib/format/format.ts';
import { densities, useLocale, useSettings } from '../../state/settings.ts';
import { focusView } from '../../state/wanted-focus.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { SearchField } from '../../ui/actions/search-field.tsx';
import { hint } from '../../ui/tooltip/hint.ts';
import { type TableFormat, tableFormats } from './cells/cells-text.ts';
import styles from './rows.module.css';

/** Debounce in milliseconds before typed text takes effect. */
const debounceMs = 400;

/** A field that searches every text column, after a pause or on Enter. Ctrl+F focuses it. */
export function RowSearch({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? search;
  const apply = (text: string) => {
    setTyped(null);
    if (text !== search) onSearch(text);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the rest anew.
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => apply(typed), debounceMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <SearchField
      data-field="row-search"
      className={styles.search}
      label={t('filters.search')}
      text={shown}
      w={200}
      onText={setTyped}
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
export function GoToRow({ rows, onGo }: { rows: number; onGo: (row: number) => void }) {
  const { t } = useTranslation();
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
export function CopyMenu({ onCopy }: { onCopy: (format: TableFormat, headings: boolean) => void }) {
  const { t } = useTranslation();
  const [headings, setHeadings] = useState(true);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton label={t('grid.copyMenu')} icon={IconCopy} />
      </Menu.Target>
      <Menu.Dropdown>
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
      </Menu.Dropdown>
    </Menu>
  );
}

/** How rows and values are displayed. */
export function DisplayMenu() {
  const { t } = useTranslation();
  const { density, raw, histograms } = useSettings();
  const setDensity = (value: string) =>
    useSettings.setState({ density: densities.find((each) => each === value) ?? 'normal' });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton label={t('grid.display')} icon={IconAdjustmentsHorizontal} />
      </Menu.Target>
      <Menu.Dropdown>
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
      </Menu.Dropdown>
    </Menu>
  );
}
