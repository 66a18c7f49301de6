import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconCheck, IconSunMoon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { languageNames, languages, startMessages } from '../../messages/language.ts';
import { currentLanguage, currentLocale, type Theme, useSettings } from '../../settings.ts';

const themes: readonly Theme[] = ['light', 'dark', 'system'];

/** The menu for light and dark, and for the language. */
export function AppearanceMenu() {
  const { t } = useTranslation();
  const { theme, language } = useSettings();
  const check = (chosen: boolean) => (chosen ? <IconCheck size={14} aria-hidden /> : <span className="menu-blank" />);
  const setLanguage = (chosen: (typeof languages)[number] | 'system') => {
    useSettings.setState({ language: chosen });
    void startMessages(currentLanguage(useSettings.getState()), currentLocale());
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label={t('settings.title')}>
          <ActionIcon aria-label={t('settings.title')}>
            <IconSunMoon size={16} stroke={1.5} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('settings.theme')}</Menu.Label>
        {themes.map((each) => (
          <Menu.Item
            key={each}
            role="menuitemradio"
            aria-checked={each === theme}
            leftSection={check(each === theme)}
            onClick={() => useSettings.setState({ theme: each })}
          >
            {t(`settings.${each}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{t('settings.language')}</Menu.Label>
        {(['system', ...languages] as const).map((each) => (
          <Menu.Item
            key={each}
            role="menuitemradio"
            aria-checked={each === language}
            leftSection={check(each === language)}
            onClick={() => setLanguage(each)}
          >
            {each === 'system' ? t('settings.system') : languageNames[each]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
