import { Menu } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { densities, useSettings } from '../../state/settings.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { type TableFormat, tableFormats } from './cells/cells-text.ts';

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
