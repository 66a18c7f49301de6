import {
  Checkbox,
  type CheckboxProps,
  MultiSelect,
  type MultiSelectProps,
  NumberInput,
  type NumberInputProps,
  SegmentedControl,
  type SegmentedControlProps,
  Select,
  type SelectProps,
  Switch,
  type SwitchProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import type { DataColumn } from '../lib/data-column.ts';

type Without<Props> = Omit<Props, 'onChange' | 'data'>;

/** The properties of a field that passes on what is entered, instead of an event. */
type Entering<Value, Props> = Without<Props> & { readonly onChange: (value: Value) => void };

/** A field for a text. */
export function TextField({ onChange, ...field }: Entering<string, TextInputProps>) {
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

/** A box to check. */
export function CheckField({ onChange, ...field }: Entering<boolean, CheckboxProps>) {
  return <Checkbox {...field} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />;
}

/** A switch. */
export function SwitchField({ onChange, ...field }: Entering<boolean, SwitchProps>) {
  return <Switch {...field} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />;
}

interface CountFieldProps extends Entering<number, NumberInputProps> {
  readonly min: number;
  readonly max: number;
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

interface ChoiceFieldProps<Choice extends string> extends Entering<Choice, SelectProps<Choice>> {
  readonly choices: readonly Choice[];
  /** Each is its own name unless it has another one. */
  readonly nameOf?: (choice: Choice) => string;
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

interface SegmentsProps<Choice extends string | boolean> extends Entering<Choice, SegmentedControlProps<Choice>> {
  readonly choices: readonly Choice[];
  readonly nameOf: (choice: Choice) => string;
}

/** A row of choices, one of which is always chosen. */
export function Segments<Choice extends string | boolean>({ choices, nameOf, ...field }: SegmentsProps<Choice>) {
  return <SegmentedControl {...field} data={choices.map((value) => ({ value, label: nameOf(value) }))} />;
}

interface ColumnFieldProps extends Entering<string | null, SelectProps> {
  readonly columns: readonly DataColumn[];
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

interface GroupsChoiceProps {
  readonly label: string;
  readonly description: string;
  /** The groups of the service that the user may see. */
  readonly groups: readonly { readonly url: string; readonly name: string }[] | undefined;
  /** Absolute addresses. */
  readonly chosen: readonly string[];
  readonly onChange: (groups: string[]) => void;
}

/** The groups of a service, any of which may be selected; empty if there are none. */
export function GroupsChoice({ groups = [], chosen, ...field }: GroupsChoiceProps) {
  // A group that the user may not see stays selected until they remove it.
  const unknown = chosen.filter((address) => !groups.some(({ url }) => url === address));
  const data = [...groups.map(({ url, name }) => ({ value: url, label: name })), ...unknown];
  return data.length === 0 ? null : <MultiSelect {...field} data={data} value={[...chosen]} />;
}
