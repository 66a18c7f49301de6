import { Menu } from '@mantine/core';
import { IconSunMoon } from '@tabler/icons-react';
import { t } from 'i18next';
import { languages } from '#shared/locales/languages.ts';
import { languageNames } from '../../locales/language.ts';
import { openDialog } from '../../state/dialogs.ts';
import { setLanguage, themes, useSettings } from '../../state/settings.ts';
import { IconMenu } from '../../ui/actions/icon-button.tsx';

/** The menu for light and dark, and for the language. */
export function AppearanceMenu() {
  const { theme, language } = useSettings();
  const setTheme = (value: string) => {
    useSettings.setState({ theme: themes.find((each) => each === value) ?? 'system' });
  };
  const chooseLanguage = (value: string) => setLanguage(languages.find((each) => each === value) ?? 'system');
  return (
    <IconMenu label={t('settings.title')} icon={IconSunMoon}>
      <Menu.Label>{t('settings.theme')}</Menu.Label>
      <Menu.RadioGroup value={theme} onChange={setTheme}>
        {themes.map((each) => (
          <Menu.RadioItem key={each} value={each}>
            {t(`settings.${each}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.Label>{t('settings.language')}</Menu.Label>
      <Menu.RadioGroup value={language} onChange={chooseLanguage}>
        {(['system', ...languages] as const).map((each) => (
          <Menu.RadioItem key={each} value={each}>
            {each === 'system' ? t('settings.system') : languageNames[each]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.Item onClick={() => openDialog({ kind: 'settings' })}>{t('preferences.all')}</Menu.Item>
    </IconMenu>
  );
}
