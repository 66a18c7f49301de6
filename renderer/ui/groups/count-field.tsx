import { NumberInput, type NumberInputProps } from '@mantine/core';

interface CountFieldProps extends Pick<NumberInputProps, 'label' | 'aria-label' | 'description'> {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

/** A whole number between two others; what is being typed is passed on as soon as it is one. */
export function CountField({ min, onChange, ...field }: CountFieldProps) {
  return (
    <NumberInput
      {...field}
      min={min}
      clampBehavior="strict"
      allowDecimal={false}
      onChange={(value) => typeof value === 'number' && value >= min && onChange(value)}
    />
  );
}
