import { SegmentedControl, Select } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames, languages } from '../../locales/language.ts';
import { densities, setLanguage, themes, useSettings } from '../../state/settings.ts';
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
      <Choice
        label={t('settings.theme')}
        data={themes.map((each) => ({ value: each, label: t(`settings.${each}`) }))}
        value={theme}
        onChange={(value) => useSettings.setState({ theme: value })}
      />
      <Choice
        label={t('preferences.contrast')}
        data={[
          { value: 'system', label: t('preferences.contrastSystem') },
          { value: 'high', label: t('preferences.contrastHigh') },
        ]}
        value={contrast}
        onChange={(value) => useSettings.setState({ contrast: value })}
      />
      <Choice
        label={t('preferences.density')}
        data={densities.map((each) => ({ value: each, label: t(`grid.${each}`) }))}
        value={density}
        onChange={(value) => useSettings.setState({ density: value })}
      />
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly data: { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A labelled row of choices. */
export function Choice<Value extends string>({ label, ...choices }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div>
      <div id={id} className={styles.choiceLabel}>
        {label}
      </div>
      <SegmentedControl {...choices} aria-labelledby={id} />
    </div>
  );
}
