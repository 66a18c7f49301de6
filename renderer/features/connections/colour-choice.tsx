import { useTranslation } from 'react-i18next';
import formStyles from '../../ui/actions/form.module.css';
import styles from './connections.module.css';

const colours = [
  ['noColour', ''],
  ['teal', '#0f766e'],
  ['blue', '#2563eb'],
  ['violet', '#7c3aed'],
  ['pink', '#db2777'],
  ['red', '#dc2626'],
  ['amber', '#d97706'],
  ['green', '#16a34a'],
] as const;

/** A choice of colours that distinguish connections; each has a name, so that colour is never the only cue. */
export function ColourChoice({ colour, onChange }: { colour: string; onChange: (colour: string) => void }) {
  const { t } = useTranslation();
  return (
    <fieldset className={formStyles.fieldset}>
      <legend>{t('connections.colour')}</legend>
      <div className={styles.colourChoice}>
        {colours.map(([name, value]) => (
          <label
            key={name}
            data-tooltip={t(`connections.${name}`)}
            style={{ background: value || 'transparent' }}
            data-none={value === '' || undefined}
          >
            <input
              type="radio"
              name="colour"
              aria-label={t(`connections.${name}`)}
              checked={colour === value}
              onChange={() => onChange(value)}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
