import { useTranslation } from 'react-i18next';
import { formatFigure } from '../../lib/format/format.ts';
import { useLocale } from '../../state/settings.ts';
import { hint } from '../../ui/tooltip/hint.ts';
import styles from './map.module.css';
import type { ValueClass } from './value-classes.ts';

interface LegendProps {
  readonly title: string;
  readonly classes: readonly ValueClass[];
  readonly colours: readonly string[];
  /** Index of the highlighted class. */
  readonly only: number | null;
  readonly onOnly: (position: number | null) => void;
}

/** The legend of the map's colours. A class can be highlighted, so that colours need not be distinguished. */
export function Legend({ title, classes, colours, only, onOnly }: LegendProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const words = (each: ValueClass): string => {
    switch (each.kind) {
      case 'range':
        return each.from === each.to
          ? formatFigure(each.to, locale)
          : t('map.rangeClass', { from: formatFigure(each.from, locale), to: formatFigure(each.to, locale) });
      case 'value':
        return each.value;
      case 'others':
        return t('map.others');
      case 'missing':
        return t('map.missing');
    }
  };
  return (
    <figure className={styles.legend} aria-label={t('map.legend')} {...hint(t('map.legendHint'))}>
      <figcaption>{title}</figcaption>
      <ul>
        {classes.map((each, position) => (
          <li key={JSON.stringify(each)}>
            <button
              type="button"
              aria-pressed={only === position}
              onClick={() => onOnly(only === position ? null : position)}
            >
              <span className={styles.swatch} style={{ background: colours[position] ?? 'transparent' }} />
              <span className={styles.class}>{words(each)}</span>
            </button>
          </li>
        ))}
      </ul>
    </figure>
  );
}
