import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDecimal, formatInteger, formatMoment } from '../../lib/format/format.ts';
import { type Region, regions, useLocale, useSettings } from '../../state/settings.ts';
import formStyles from '../../ui/actions/form.module.css';
import { Choice } from './appearance-section.tsx';
import styles from './settings.module.css';

const moment = '2026-04-03T14:05:00Z';

/** The name of a region in the user's language, for example "Deutsch (Schweiz)". */
function regionName(region: Region, language: string): string {
  return new Intl.DisplayNames([language], { type: 'language', languageDisplay: 'standard' }).of(region) ?? region;
}

/** The format of numbers, dates and times, with samples. */
export function DisplaySection() {
  const { t, i18n } = useTranslation();
  const locale = useLocale();
  const { region, timeZone, raw } = useSettings();
  return (
    <div className={formStyles.form}>
      <Select
        label={t('preferences.region')}
        data={regions.map((each) => ({
          value: each,
          label: each === 'language' ? t('preferences.regionLanguage') : regionName(each, i18n.language),
        }))}
        value={region}
        allowDeselect={false}
        onChange={(value) => useSettings.setState({ region: regions.find((each) => each === value) ?? 'language' })}
      />
      <Choice
        label={t('preferences.timeZone')}
        data={[
          { value: 'local', label: t('preferences.timeZoneLocal') },
          { value: 'utc', label: t('preferences.timeZoneUtc') },
        ]}
        value={timeZone}
        onChange={(value) => useSettings.setState({ timeZone: value })}
      />
      <Choice
        label={t('preferences.values')}
        data={[
          { value: 'formatted', label: t('preferences.valuesFormatted') },
          { value: 'raw', label: t('preferences.valuesRaw') },
        ]}
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
