import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { t } from 'i18next';

interface SearchFieldProps extends TextInputProps {
  /** Its name, and its placeholder unless there is another one. */
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Clears the field; without it there is no button for that. */
  readonly onClear?: () => void;
  readonly 'data-autofocus'?: boolean;
  /** For a field that a command focuses. */
  readonly 'data-field'?: string;
}

export function SearchField({ label, text, onText, onClear, ...others }: SearchFieldProps) {
  return (
    <TextInput
      placeholder={label}
      {...others}
      aria-label={label}
      leftSection={<IconSearch size={14} stroke={1.5} aria-hidden />}
      rightSection={
        onClear !== undefined && text !== '' ? (
          <CloseButton size="xs" aria-label={t('tree.filterClear')} onClick={onClear} />
        ) : null
      }
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}
