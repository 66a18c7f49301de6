import {
  Checkbox,
  type CheckboxProps,
  MultiSelect,
  type MultiSelectProps,
  NumberInput,
  type NumberInputProps,
  Select,
  type SelectProps,
  Switch,
  type SwitchProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import type { DataColumn } from '../lib/data-column.ts';

type Without<Props> = Omit<Props, 'onChange' | 'data'>;

interface TextFieldProps extends Without<TextInputProps> {
  readonly onChange: (text: string) => void;
}

/** A field for a text. */
export function TextField({ onChange, ...field }: TextFieldProps) {
  return <TextInput {...field} onChange={({ currentTarget }) => onChange(currentTarget.value)} />;
}

interface EnteredFieldProps extends Without<TextInputProps> {
  readonly value: string;
  /** The field was left, or Enter was pressed. */
  readonly onEnter: (text: string) => void;
}

/** A field for a text that is taken over as a whole. */
export function EnteredField({ value, onEnter, ...field }: EnteredFieldProps) {
  return (
    <TextInput
      key={value}
      {...field}
      defaultValue={value}
      onBlur={({ currentTarget }) => onEnter(currentTarget.value)}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && onEnter(currentTarget.value)}
    />
  );
}

interface CheckFieldProps extends Without<CheckboxProps> {
  readonly onChange: (checked: boolean) => void;
}

/** A box to check. */
export function CheckField({ onChange, ...field }: CheckFieldProps) {
  return <Checkbox {...field} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />;
}

interface SwitchFieldProps extends Without<SwitchProps> {
  readonly onChange: (checked: boolean) => void;
}

/** A switch. */
export function SwitchField({ onChange, ...field }: SwitchFieldProps) {
  return <Switch {...field} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />;
}

interface CountFieldProps extends Without<NumberInputProps> {
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

interface ChoiceFieldProps<Choice extends string> extends Without<SelectProps<Choice>> {
  readonly choices: readonly Choice[];
  /** Each is its own name unless it has another one. */
  readonly nameOf?: (choice: Choice) => string;
  readonly onChange: (choice: Choice) => void;
}

/** A field in which always one of some choices is chosen. */
export function ChoiceField<Choice extends string>({
  choices,
  nameOf = (choice) => choice,
  onChange,
  ...field
}: ChoiceFieldProps<Choice>) {
  return (
    <Select<Choice>
      allowDeselect={false}
      {...field}
      data={choices.map((value) => ({ value, label: nameOf(value) }))}
      onChange={(choice) => choice !== null && onChange(choice)}
    />
  );
}

interface ColumnFieldProps extends Without<SelectProps> {
  readonly columns: readonly DataColumn[];
  readonly onChange: (name: string | null) => void;
}

/** A field for a column, found by its label. */
export function ColumnField({ columns, onChange, ...field }: ColumnFieldProps) {
  const data = columns.map(({ name, label }) => ({ value: name, label: label || name }));
  return <Select searchable allowDeselect={false} {...field} data={data} onChange={(name) => onChange(name)} />;
}

interface NamesFieldProps extends Omit<MultiSelectProps, 'data' | 'value'> {
  readonly names: readonly string[];
  readonly value: readonly string[];
}

/** A field for some of many names. */
export function NamesField({ names, value, ...field }: NamesFieldProps) {
  return <MultiSelect searchable {...field} data={[...names]} value={[...value]} />;
}
