import { Collapse, ColorInput, NumberInput, Select, Textarea, TextInput, UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { useState } from 'react';
import {
  type Annotation,
  type ChartStyle,
  type ChartWords,
  chartPalettes,
  chartSizes,
  type MapClasses,
} from '#shared/chart.ts';
import { namespacesQuery } from '../../../backend/records.ts';
import { cellOf } from '../../../lib/groups/category.ts';
import { withOptional } from '../../../lib/with-optional.ts';
import { useTabState } from '../../../state/tab.ts';
import dataColours from '../../../theme/data-colours.json';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { ChoiceField, CountField, EnteredField, TextField } from '../../../ui/fields.tsx';
import styles from '../charts.module.css';
import { useDefaultWords } from '../use-default-words.ts';
import type { ChartFieldProps } from './compared-fields.tsx';

const fields = ['title', 'subtitle', 'note', 'source', 'licence'] as const;

/** How a chart is published: its words, which follow from the chart and its dataset where they are left out, and its look. */
export function WordsField(props: ChartFieldProps) {
  const { chart, details, reference, version, onChange } = props;
  const [isOpen, setIsOpen] = useState(chart.words !== undefined || chart.style !== undefined);
  const defaults: ChartWords = useDefaultWords(reference, details, version);
  const put = (field: (typeof fields)[number], text: string) => {
    const { words = {} } = chart;
    if (text !== (words[field] ?? '')) onChange(withOptional(chart, 'words', filled(words, field, text || undefined)));
  };
  return (
    <section className={styles.words} aria-label={t('chartWords.edit')}>
      <UnstyledButton className={styles.wordsHead} aria-expanded={isOpen} onClick={() => setIsOpen((open) => !open)}>
        {t('chartWords.edit')}
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        <div className={styles.wordsFields}>
          {fields.map((field) => {
            const Field = field === 'note' ? Textarea : TextInput;
            return (
              <Field
                key={`${field} ${chart.words?.[field] ?? ''}`}
                label={t(`chartWords.${field}`)}
                placeholder={defaults[field] ?? ''}
                defaultValue={chart.words?.[field] ?? ''}
                maxLength={300}
                onBlur={({ currentTarget }) => put(field, currentTarget.value.trim())}
              />
            );
          })}
          <StyleFields {...props} />
        </div>
      </Collapse>
    </section>
  );
}

/** A record with another value of a property; undefined if it has none any more. */
function filled<Of extends object, Name extends keyof Of>(of: Of, name: Name, value: Of[Name] | undefined) {
  const changed = withOptional(of, name, value);
  return Object.keys(changed).length === 0 ? undefined : changed;
}

/** Colours, figures, the ends of the axis, notes at points and the size of pictures. */
function StyleFields({ tab, chart, onChange }: ChartFieldProps) {
  const { style = {} } = chart;
  const put = <Name extends keyof ChartStyle>(name: Name, value: ChartStyle[Name] | undefined) =>
    onChange(withOptional(chart, 'style', filled(style, name, value)));
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
  return (
    <>
      <ChoiceField
        label={t('chartStyle.size')}
        choices={chartSizes}
        nameOf={(size) => t(`chartSizes.${size}`)}
        value={style.size ?? 'article'}
        onChange={(size) => put('size', size === 'article' ? undefined : size)}
      />
      <ChoiceField
        label={t('chartStyle.colors')}
        choices={chartPalettes}
        nameOf={(set) => t(`chartPalettes.${set}`)}
        value={style.colors ?? 'standard'}
        onChange={(set) => put('colors', set === 'standard' ? undefined : set)}
      />
      <ColorInput
        label={t('chartStyle.accent')}
        placeholder={t('charts.automatic')}
        size="xs"
        format="hex"
        withEyeDropper={false}
        // Each stands out on light and on dark ground.
        swatches={dataColours.accents}
        value={style.accent ?? ''}
        onChange={(color) => {
          if (color === '' || /^#[0-9a-f]{6}$/i.test(color)) put('accent', color || undefined);
        }}
      />
      {number('decimals')}
      <ChoiceField
        label={t('chartStyle.dates')}
        choices={['words', 'iso']}
        nameOf={(dates) => t(`chartDates.${dates}`)}
        value={style.dates ?? 'words'}
        onChange={(dates) => put('dates', dates === 'iso' ? 'iso' : undefined)}
      />
      {chart.y === null && chart.mark !== 'map' && (
        <>
          {number('min')}
          {number('max')}
          <AnnotationFields
            tab={tab}
            chart={chart}
            onAnnotations={(annotations) => put('annotations', annotations.length === 0 ? undefined : annotations)}
          />
        </>
      )}
    </>
  );
}

interface AnnotationFieldsProps extends Pick<ChartFieldProps, 'tab' | 'chart'> {
  readonly onAnnotations: (annotations: readonly Annotation[]) => void;
}

/** Notes at points of a chart. A new one is at what is selected in it. */
function AnnotationFields({ tab, chart, onAnnotations }: AnnotationFieldsProps) {
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
    onAnnotations([...annotations, { at: place, text }]);
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
            onClick={() => onAnnotations(annotations.filter((_, other) => other !== position))}
            icon={IconX}
          />
        </div>
      ))}
      {annotations.length < 20 && (
        <>
          <TextField
            label={t('chartStyle.annotationAt')}
            placeholder={t('chartStyle.annotationHint')}
            value={place}
            maxLength={200}
            onChange={setAt}
          />
          <TextField
            label={t('chartStyle.annotationText')}
            value={text}
            maxLength={200}
            onChange={setText}
            onKeyDown={({ key }) => key === 'Enter' && add()}
            onBlur={add}
          />
        </>
      )}
    </fieldset>
  );
}

const fiveQuantiles: MapClasses = { kind: 'quantile', count: 5 };

/** The outlines of a map, and how their values are divided into classes. */
export function ClassesField(props: ChartFieldProps) {
  const { chart, onChange } = props;
  const classes = chart.classes ?? fiveQuantiles;
  const put = (changed: MapClasses) => onChange({ ...chart, classes: changed });
  const breaks = classes.kind === 'own' ? classes.breaks.join('; ') : '';
  const putBreaks = (text: string) => {
    const parts = text.split(/[;\s]+/).filter((part) => part !== '');
    if (text !== breaks) put({ kind: 'own', breaks: parts.map(Number).filter(Number.isFinite).slice(0, 8) });
  };
  return (
    <>
      <ShapesField {...props} />
      <div>
        <ChoiceField
          label={t('chartClasses.label')}
          choices={['quantile', 'equal', 'own']}
          nameOf={(kind) => t(`chartClasses.${kind}`)}
          value={classes.kind}
          onChange={(kind) => put(kind === 'own' ? { kind, breaks: [] } : { kind, count: 5 })}
        />
        {classes.kind === 'own' ? (
          <EnteredField
            aria-label={t('chartClasses.breaks')}
            description={t('chartClasses.breaks')}
            placeholder="10; 50; 100"
            value={breaks}
            onEnter={putBreaks}
          />
        ) : (
          <CountField
            aria-label={t('chartClasses.count')}
            description={t('chartClasses.count')}
            value={classes.count}
            min={2}
            max={9}
            onChange={(count) => put({ ...classes, count })}
          />
        )}
      </div>
    </>
  );
}

/** The dataset whose geometries are the outlines of a map; none where no dataset has any. */
function ShapesField({ chart, reference, onChange }: ChartFieldProps) {
  const { data: namespaces = [] } = useQuery(namespacesQuery(reference.connection));
  const choices = namespaces.flatMap(({ slug, datasets }) =>
    datasets
      .filter(({ columns }) => columns.some(({ type }) => type === 'geometry'))
      .map((dataset) => ({ value: `${slug}/${dataset.slug}`, label: dataset.label || dataset.slug })),
  );
  if (choices.length === 0) return null;
  const choose = (value: string | null) => {
    const [namespace, dataset] = value?.split('/') ?? [];
    const shapes = namespace === undefined || dataset === undefined ? undefined : { namespace, dataset };
    onChange(withOptional(chart, 'shapes', shapes));
  };
  return (
    <Select
      label={t('chartClasses.shapes')}
      placeholder={t('chartClasses.shapesStandard')}
      data={choices}
      value={chart.shapes === undefined ? null : `${chart.shapes.namespace}/${chart.shapes.dataset}`}
      onChange={choose}
      searchable
      clearable
    />
  );
}
