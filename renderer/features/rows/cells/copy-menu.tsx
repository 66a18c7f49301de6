import { Menu } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { type TableFormat, tableFormats } from './table-text.ts';

/** The formats in which the selected cells can be copied. */
export function CopyMenu({ onCopy }: { onCopy: (format: TableFormat, headings: boolean) => void }) {
  const { t } = useTranslation();
  const [headings, setHeadings] = useState(true);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton label={t('grid.copyMenu')} icon={<IconCopy size={16} stroke={1.5} aria-hidden />} />
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
