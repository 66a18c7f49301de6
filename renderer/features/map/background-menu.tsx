import { Menu } from '@mantine/core';
import { IconMap } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '../../backend/report-failure.ts';
import { chooseMapBackground, removeMapBackground, shellSettingsQuery } from '../../backend/window/settings.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import styles from './map.module.css';

/** Chooses the background of every map: country outlines, or a PMTiles file of the user. */
export function BackgroundMenu() {
  const { t } = useTranslation();
  const chosen = useQuery(shellSettingsQuery).data?.mapBackground ?? null;
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <IconButton label={t('map.background')} icon={<IconMap size={16} stroke={1.5} aria-hidden />} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('map.background')}</Menu.Label>
        <Menu.RadioGroup value={chosen === null ? 'outlines' : 'file'}>
          <Menu.RadioItem value="outlines" onClick={() => void removeMapBackground().catch(reportFailure)}>
            {t('map.backgroundOutlines')}
          </Menu.RadioItem>
          {chosen !== null && <Menu.RadioItem value="file">{chosen.name}</Menu.RadioItem>}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item onClick={() => void chooseMapBackground().catch(reportFailure)}>
          {t('map.backgroundChoose')}
        </Menu.Item>
        <p className={styles.backgroundHint}>{t('map.backgroundHint')}</p>
      </Menu.Dropdown>
    </Menu>
  );
}
