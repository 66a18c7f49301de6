import { Box, SegmentedControl, Select } from '@mantine/core';
import { t } from 'i18next';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDecimal, formatInteger, formatMoment } from '../../lib/format/format.ts';
import { languageNames, languages } from '../../locales/language.ts';
import { densities, type Region, regions, setLanguage, themes, useLocale, useSettings } from '../../state/settings.ts';
import formStyles from '../../ui/actions/form.module.css';
import { ChoiceField } from '../../ui/fields.tsx';
import styles from './settings.module.css';

/** The appearance and language of the window. */
export function AppearanceSection() {
  const { theme, language, contrast, density } = useSettings();
  return (
    <div className={formStyles.form}>
      <Select
        label={t('settings.language')}
        data={[
          { value: 'system', label: t('settings.system') },
          ...languages.map((each) => ({ value: each, label: languageNames[each] })),
        ]}
        value={language}
        onChange={(value) => setLanguage(languages.find((each) => each === value) ?? 'system')}
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

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly choices: readonly Value[];
  readonly nameOf: (value: Value) => string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A labelled row of choices. */
export function Choice<Value extends string>({ label, choices, nameOf, ...chosen }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div>
      <Box id={id} pb={2} fz={12} fw={600}>
        {label}
      </Box>
      <SegmentedControl
        {...chosen}
        data={choices.map((value) => ({ value, label: nameOf(value) }))}
        aria-labelledby={id}
      />
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
        choices={['formatted', 'raw']}
        nameOf={(each) => t(`preferences.values-${each}`)}
        value={raw ? 'raw' : 'formatted'}
        onChange={(value) => useSettings.setState({ raw: value === 'raw' })}
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
