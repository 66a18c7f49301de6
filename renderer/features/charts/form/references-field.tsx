import { NumberInput, Select, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Chart, Reference } from '#shared/chart.ts';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import styles from '../charts.module.css';

interface ReferencesFieldProps {
  readonly chart: Chart;
  readonly onChange: (chart: Chart) => void;
}

const added: Readonly<Record<Reference['kind'], Reference>> = {
  value: { kind: 'value', value: 0, label: '' },
  mean: { kind: 'mean' },
  period: { kind: 'period', from: '', to: '', label: '' },
};
const kinds = ['value', 'mean', 'period'] as const;

/** The lines and bands that values are compared with. */
export function ReferencesField({ chart, onChange }: ReferencesFieldProps) {
  const { t } = useTranslation();
  const { references = [], ...plain } = chart;
  const put = (changed: readonly Reference[]) =>
    onChange(changed.length === 0 ? plain : { ...plain, references: changed });
  return (
    <fieldset className={styles.references}>
      <legend>{t('chartReferences.label')}</legend>
      {references.map((reference, at) => {
        const name = t(`chartReferences.${reference.kind}`);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike; each is known by its place.
          <div key={at} className={styles.reference}>
            <span>{name}</span>
            <IconButton
              size="xs"
              label={t('chartReferences.remove', { name })}
              onClick={() => put(references.filter((_, other) => other !== at))}
              icon={IconX}
            />
            <ReferenceFields
              name={name}
              reference={reference}
              onChange={(changed) => put(references.with(at, changed))}
            />
          </div>
        );
      })}
      {references.length < 10 && (
        <Select
          key={references.length}
          aria-label={t('chartReferences.add')}
          placeholder={t('chartReferences.add')}
          data={kinds.map((kind) => ({ value: kind, label: t(`chartReferences.${kind}`) }))}
          value={null}
          openOnFocus={false}
          onChange={(kind) => kind !== null && put([...references, added[kind as Reference['kind']]])}
        />
      )}
    </fieldset>
  );
}

interface ReferenceFieldsProps {
  readonly name: string;
  readonly reference: Reference;
  readonly onChange: (reference: Reference) => void;
}

function ReferenceFields({ name, reference, onChange }: ReferenceFieldsProps) {
  const { t } = useTranslation();
  if (reference.kind === 'mean') return null;
  const text = (which: string, value: string, put: (value: string) => void) => (
    <TextInput
      aria-label={`${name}: ${which}`}
      placeholder={which}
      value={value}
      maxLength={100}
      onChange={({ currentTarget }) => put(currentTarget.value)}
    />
  );
  const label = text(t('chartReferences.text'), reference.label, (changed) =>
    onChange({ ...reference, label: changed }),
  );
  if (reference.kind === 'period') {
    return (
      <>
        {text(t('chartReferences.from'), reference.from, (from) => onChange({ ...reference, from }))}
        {text(t('chartReferences.to'), reference.to, (to) => onChange({ ...reference, to }))}
        {label}
      </>
    );
  }
  return (
    <>
      <NumberInput
        aria-label={name}
        value={reference.value}
        onChange={(value) => typeof value === 'number' && onChange({ ...reference, value })}
      />
      {label}
    </>
  );
}
