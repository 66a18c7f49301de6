import { SegmentedControl, Select } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames, languages } from '../../locales/language.ts';
import { contrasts, densities, setLanguage, themes, useSettings } from '../../state/settings.ts';
import formStyles from '../../ui/actions/form.module.css';
import styles from './settings.module.css';

/** The appearance and language of the window. */
export function AppearanceSection() {
  const { t } = useTranslation();
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
        allowDeselect={false}
        onChange={(value) => setLanguage(languages.find((each) => each === value) ?? 'system')}
      />
      <Choice label={t('settings.theme')}>
        {(id) => (
          <SegmentedControl
            aria-labelledby={id}
            data={themes.map((each) => ({ value: each, label: t(`settings.${each}`) }))}
            value={theme}
            onChange={(value) => useSettings.setState({ theme: value })}
          />
        )}
      </Choice>
      <Choice label={t('preferences.contrast')}>
        {(id) => (
          <SegmentedControl
            aria-labelledby={id}
            data={contrasts.map((each) => ({
              value: each,
              label: t(each === 'high' ? 'preferences.contrastHigh' : 'preferences.contrastSystem'),
            }))}
            value={contrast}
            onChange={(value) => useSettings.setState({ contrast: value })}
          />
        )}
      </Choice>
      <Choice label={t('preferences.density')}>
        {(id) => (
          <SegmentedControl
            aria-labelledby={id}
            data={densities.map((each) => ({ value: each, label: t(`grid.${each}`) }))}
            value={density}
            onChange={(value) => useSettings.setState({ density: value })}
          />
        )}
      </Choice>
    </div>
  );
}

/** A labelled row of choices. */
export function Choice({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div>
      <div id={id} className={styles.choiceLabel}>
        {label}
      </div>
      {children(id)}
    </div>
  );
}
