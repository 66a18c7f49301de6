import { useTranslation } from 'react-i18next';
import { formatDecimal } from '../../lib/format.ts';
import type { ValueClass } from '../../lib/value-classes.ts';
import { useLocale } from '../../settings.ts';

interface LegendProps {
  readonly title: string;
  readonly classes: readonly ValueClass[];
  readonly colours: readonly string[];
}

/** What each colour of the map stands for. */
export function Legend({ title, classes, colours }: LegendProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const words = (each: ValueClass): string => {
    switch (each.kind) {
      case 'range':
        return each.from === each.to
          ? formatDecimal(each.to, locale)
          : t('map.rangeClass', { from: formatDecimal(each.from, locale), to: formatDecimal(each.to, locale) });
      case 'value':
        return each.value;
      case 'others':
        return t('map.others');
      case 'missing':
        return t('map.missing');
    }
  };
  return (
    <figure className="map-legend" aria-label={t('map.legend')}>
      <figcaption>{title}</figcaption>
      <ul>
        {classes.map((each, position) => (
          <li key={JSON.stringify(each)}>
            <span className="map-swatch" style={{ background: colours[position] ?? 'transparent' }} />
            {words(each)}
          </li>
        ))}
      </ul>
    </figure>
  );
}
