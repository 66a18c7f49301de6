import { ColorInput, NumberInput, Select, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Annotation, type Chart, type ChartStyle, chartPalettes, chartSizes } from '#shared/chart.ts';
import { cellOf } from '../../../lib/groups/category.ts';
import { useTabState } from '../../../state/tab.ts';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import styles from '../charts.module.css';
import { accents } from '../model/chart-style.ts';

interface StyleFieldsProps {
  readonly tab: string;
  readonly chart: Chart;
  readonly onChange: (chart: Chart) => void;
}

/** How a published chart looks: colours, figures, the ends of its axis, notes at its points and the size of pictures. */
export function StyleFields({ tab, chart, onChange }: StyleFieldsProps) {
  const { t } = useTranslation();
  const { style = {}, ...plain } = chart;
  const put = <Name extends keyof ChartStyle>(name: Name, value: ChartStyle[Name] | undefined) => {
    const { [name]: _, ...others } = style;
    const changed = value === undefined ? others : { ...others, [name]: value };
    onChange(Object.keys(changed).length === 0 ? plain : { ...plain, style: changed });
  };
  const number = (name: 'min' | 'max' | 'decimals') => (
    <NumberInput
      key={`${name} ${style[name] ?? ''}`}
      label={t(`chartStyle.${name}`)}
      placeholder={t('charts.automatic')}
      defaultValue={style[name] ?? ''}
      {...(name === 'decimals' && { min: 0, max: 6, allowDecimal: false, clampBehavior: 'strict' as const })}
      onBlur={({ currentTarget: { value } }) =>
        put(name, value === '' ? undefined : Number(value.replace(/[^\d.-]/g, '')))
      }
    />
  );
  const hasAxis = chart.y === null && chart.mark !== 'map';
  return (
    <>
      <Select
        label={t('chartStyle.size')}
        data={chartSizes.map((size) => ({ value: size, label: t(`chartSizes.${size}`) }))}
        value={style.size ?? 'article'}
        allowDeselect={false}
        onChange={(size) => put('size', size === 'article' ? undefined : (size as ChartStyle['size']))}
      />
      <Select
        label={t('chartStyle.colors')}
        data={chartPalettes.map((set) => ({ value: set, label: t(`chartPalettes.${set}`) }))}
        value={style.colors ?? 'standard'}
        allowDeselect={false}
        onChange={(set) => put('colors', set === 'standard' ? undefined : (set as ChartStyle['colors']))}
      />
      <ColorInput
        label={t('chartStyle.accent')}
        placeholder={t('charts.automatic')}
        size="xs"
        format="hex"
        withEyeDropper={false}
        swatches={[...accents]}
        value={style.accent ?? ''}
        onChange={(color) => {
          if (color === '' || /^#[0-9a-f]{6}$/i.test(color)) put('accent', color === '' ? undefined : color);
        }}
      />
      {number('decimals')}
      <Select
        label={t('chartStyle.dates')}
        data={(['words', 'iso'] as const).map((dates) => ({ value: dates, label: t(`chartDates.${dates}`) }))}
        value={style.dates ?? 'words'}
        allowDeselect={false}
        onChange={(dates) => put('dates', dates === 'iso' ? 'iso' : undefined)}
      />
      {hasAxis && (
        <>
          {number('min')}
          {number('max')}
          <AnnotationFields
            tab={tab}
            chart={chart}
            onChange={(annotations) => put('annotations', annotations.length === 0 ? undefined : [...annotations])}
          />
        </>
      )}
    </>
  );
}

interface AnnotationFieldsProps {
  readonly tab: string;
  readonly chart: Chart;
  readonly onChange: (annotations: readonly Annotation[]) => void;
}

/** Notes at points of a chart. A new one is at what is selected in it. */
function AnnotationFields({ tab, chart, onChange }: AnnotationFieldsProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const annotations = chart.style?.annotations ?? [];
  const selected = useTabState(tab, ({ brush }) => {
    if (brush?.chart !== chart.id) return null;
    const cell = cellOf(brush.source.categories[brush.positions[0] ?? -1]);
    return cell === null ? null : String(cell);
  });
  const [at, setAt] = useState<string | null>(null);
  const place = at ?? selected ?? '';
  const add = () => {
    if (text === '' || place === '') return;
    onChange([...annotations, { at: place, text }]);
    setText('');
    setAt(null);
  };
  return (
    <fieldset className={styles.references}>
      <legend>{t('chartStyle.annotations')}</legend>
      {annotations.map((annotation, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike; each is known by its place.
        <div key={position} className={styles.reference}>
          <span data-tooltip={annotation.text}>{`${annotation.at}: ${annotation.text}`}</span>
          <IconButton
            size="xs"
            label={t('chartReferences.remove', { name: annotation.text })}
            onClick={() => onChange(annotations.filter((_, other) => other !== position))}
            icon={IconX}
          />
        </div>
      ))}
      {annotations.length < 20 && (
        <>
          <TextInput
            label={t('chartStyle.annotationAt')}
            placeholder={t('chartStyle.annotationHint')}
            value={place}
            maxLength={200}
            onChange={({ currentTarget }) => setAt(currentTarget.value)}
          />
          <TextInput
            label={t('chartStyle.annotationText')}
            value={text}
            maxLength={200}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            onKeyDown={({ key }) => key === 'Enter' && add()}
            onBlur={add}
          />
        </>
      )}
    </fieldset>
  );
}
