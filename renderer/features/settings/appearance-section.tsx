import { Box, Menu } from '@mantine/core';
import { IconSunMoon } from '@tabler/icons-react';
import { t } from 'i18next';
import { type ComponentProps, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from '#shared/locales/languages.ts';
import { formatDecimal, formatInteger, formatMoment } from '../../lib/format/format.ts';
import { languageNames } from '../../locales/language.ts';
import { openDialog } from '../../state/dialogs.ts';
import { densities, type Region, regions, setLanguage, themes, useLocale, useSettings } from '../../state/settings.ts';
import formStyles from '../../ui/actions/form.module.css';
import { IconMenu } from '../../ui/actions/icon-button.tsx';
import { ChoiceField, Segments } from '../../ui/fields.tsx';
import styles from './settings.module.css';

/** The appearance and language of the window. */
export function AppearanceSection() {
  const { theme, language, contrast, density } = useSettings();
  return (
    <div className={formStyles.form}>
      <ChoiceField
        label={t('settings.language')}
        choices={['system', ...languages]}
        nameOf={(each) => (each === 'system' ? t('settings.system') : languageNames[each])}
        value={languages.find((each) => each === language) ?? 'system'}
        onChange={setLanguage}
      />
      <Choice
        label={t('settings.theme')}
        choices={themes}
        nameOf={(each) => t(`settings.${each}`)}
        value={theme}
        onChange={(value) => useSettings.setState({ theme: value })}
      />
      <Choice
        label={t('preferences.contrast')}
        choices={['system', 'high']}
        nameOf={(each) => t(`preferences.contrast-${each}`)}
        value={contrast}
        onChange={(value) => useSettings.setState({ contrast: value })}
      />
      <Choice
        label={t('preferences.density')}
        choices={densities}
        nameOf={(each) => t(`grid.${each}`)}
        value={density}
        onChange={(value) => useSettings.setState({ density: value })}
      />
    </div>
  );
}

type ChoiceProps<Value extends string | boolean> = ComponentProps<typeof Segments<Value>> & { readonly label: string };

/** A labelled row of choices. */
function Choice<Value extends string | boolean>({ label, ...chosen }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div>
      <Box id={id} pb={2} fz={12} fw={600}>
        {label}
      </Box>
      <Segments {...chosen} aria-labelledby={id} />
    </div>
  );
}

const moment = '2026-04-03T14:05:00Z';

/** The name of a region in the user's language, for example "Deutsch (Schweiz)". */
function regionName(region: Region, language: string): string {
  return new Intl.DisplayNames([language], { type: 'language', languageDisplay: 'standard' }).of(region) ?? region;
}

/** The format of numbers, dates and times, with samples. */
export function DisplaySection() {
  const { i18n } = useTranslation();
  const locale = useLocale();
  const { region, timeZone, raw } = useSettings();
  return (
    <div className={formStyles.form}>
      <ChoiceField
        label={t('preferences.region')}
        choices={regions}
        nameOf={(each) => (each === 'language' ? t('preferences.regionLanguage') : regionName(each, i18n.language))}
        value={region}
        onChange={(value) => useSettings.setState({ region: value })}
      />
      <Choice
        label={t('preferences.timeZone')}
        choices={['local', 'utc']}
        nameOf={(each) => t(`preferences.timeZone-${each}`)}
        value={timeZone}
        onChange={(value) => useSettings.setState({ timeZone: value })}
      />
      <Choice
        label={t('preferences.values')}
        choices={[false, true]}
        nameOf={(isRaw) => t(isRaw ? 'preferences.values-raw' : 'preferences.values-formatted')}
        value={raw}
        onChange={(value) => useSettings.setState({ raw: value })}
      />
      <dl className={styles.sample}>
        <dt>{t('preferences.sample')}</dt>
        <dd>{`${formatInteger(12_345_678, locale, true)} · ${formatDecimal(-1234.56, locale)}`}</dd>
        <dt />
        <dd>{formatMoment(moment, locale)}</dd>
      </dl>
    </div>
  );
}

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
