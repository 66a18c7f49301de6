import { Collapse, Textarea, TextInput, UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Chart, ChartWords } from '#shared/chart.ts';
import type { DatasetDetails, DatasetReference } from '#shared/rpc/records.ts';
import styles from '../charts.module.css';
import { useDefaultWords } from '../use-default-words.ts';

interface WordsFieldProps {
  readonly chart: Chart;
  readonly details: DatasetDetails;
  readonly reference: DatasetReference;
  /** Slug of the version that the chart shows. */
  readonly version: string;
  readonly onChange: (chart: Chart) => void;
  /** Further fields of a published chart. */
  readonly children: ReactNode;
}

const fields = ['title', 'subtitle', 'note', 'source', 'licence'] as const;

/** The words with which a chart is published; those that are left out follow from the chart and its dataset. */
export function WordsField({ chart, details, reference, version, onChange, children }: WordsFieldProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(chart.words !== undefined || chart.style !== undefined);
  const defaults: ChartWords = useDefaultWords(reference, details, version);
  const put = (field: (typeof fields)[number], text: string) => {
    const { [field]: before, ...others } = chart.words ?? {};
    if (text === (before ?? '')) return;
    const words = text === '' ? others : { ...others, [field]: text };
    const { words: _, ...plain } = chart;
    onChange(Object.keys(words).length === 0 ? plain : { ...plain, words });
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
          {children}
        </div>
      </Collapse>
    </section>
  );
}
