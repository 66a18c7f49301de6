import { NativeSelect } from '@mantine/core';
import { t } from 'i18next';
import { useState } from 'react';
import { TextField } from '../../../ui/fields.tsx';

const usual = [
  [',', 'comma'],
  [';', 'semicolon'],
  ['\t', 'tab'],
  ['|', 'pipe'],
  [' ', 'space'],
  [':', 'colon'],
] as const;

/** The name of each usual delimiter: a text of the window. */
export const delimiterNames: Readonly<Record<string, (typeof usual)[number][1] | undefined>> =
  Object.fromEntries(usual);

const other = 'other';

/** The text between two values: one of the usual ones, or any other. */
export function DelimiterChoice(props: { delimiter: string; onChange: (delimiter: string) => void }) {
  const isUsual = usual.some(([value]) => value === props.delimiter);
  const [typing, setTyping] = useState(false);
  return (
    <>
      <NativeSelect
        label={t('publish.delimiter')}
        data={[
          ...usual.map(([value, name]) => ({ value, label: t(`publish.${name}`) })),
          { value: other, label: t('publish.otherDelimiter') },
        ]}
        value={isUsual && !typing ? props.delimiter : other}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setTyping(value === other);
          if (value !== other) props.onChange(value);
        }}
      />
      {(typing || !isUsual) && (
        <TextField
          label={t('publish.otherDelimiterText')}
          defaultValue={isUsual ? '' : props.delimiter}
          maxLength={4}
          w={70}
          onChange={(text) => {
            if (text !== '') props.onChange(text);
          }}
        />
      )}
    </>
  );
}
