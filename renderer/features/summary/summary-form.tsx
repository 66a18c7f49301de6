import { Select } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { t } from 'i18next';
import type { ReactNode } from 'react';
import type { Measure } from '#shared/chart.ts';
import type { ShownMeasure, Summary } from '#shared/summary.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import { labelIn, measureText } from '../../lib/groups/category-text.ts';
import { countOfRows, kindOf, ofNumbers, ofOthers } from '../../lib/groups/dimension.ts';
import { moved } from '../../lib/moved.ts';
import { withOptional } from '../../lib/with-optional.ts';
import { changeSummary } from '../../state/tab.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { CheckField } from '../../ui/fields.tsx';
import { DropTarget } from '../../ui/groups/group-view.tsx';
import { type ChosenFunction, FunctionField, ShowField, StepField } from '../../ui/groups/show-field.tsx';
import { isFull, type SummaryPlace, withColumn, withKeys, withMeasures } from './model/edit-summary.ts';
import styles from './summary-form.module.css';

interface SummaryFormProps {
  readonly tab: string;
  readonly summary: Summary;
  readonly columns: readonly DataColumn[];
}

/** The entry for the number of rows among the columns to measure. */
const rowsChoice = '';

/** The fields of a summary. Columns are dropped on them, or chosen from the lists below. */
export function SummaryForm(props: SummaryFormProps) {
  const { tab, summary } = props;
  return (
    <form className={styles.form} aria-label={t('summary.settings')} onSubmit={(event) => event.preventDefault()}>
      <KeyFields {...props} place="rows" />
      <KeyFields {...props} place="columns" />
      <MeasureFields {...props} />
      <CheckField
        label={t('summary.heat')}
        checked={summary.heat}
        onChange={(heat) => changeSummary(tab, (before) => ({ ...before, heat }))}
      />
    </form>
  );
}

/** The columns of a form by name, and how one of them is added. */
function useFormColumns({ tab, summary, columns }: SummaryFormProps) {
  const labelOf = labelIn(columns);
  const byName = (name: string | null) => columns.find((column) => column.name === name) ?? null;
  const addColumn = useAddColumn(tab, summary);
  const choices = columns.map(({ name }) => ({ value: name, label: labelOf(name) }));
  return { labelOf, byName, choices, add: (place: SummaryPlace, name: string) => addColumn(place, byName(name)) };
}

const without = <One,>(all: readonly One[], at: number) => all.filter((_, position) => position !== at);

/** The columns by whose values the rows are grouped. */
function KeyFields(props: SummaryFormProps & { readonly place: 'rows' | 'columns' }) {
  const { tab, summary, place } = props;
  const { labelOf, byName, choices, add } = useFormColumns(props);
  const change = (edit: (keys: Summary['rows']) => Summary['rows']) =>
    changeSummary(tab, (before) => withKeys(before, place, edit(before[place])));
  return (
    <PlaceField {...{ place, summary, choices }} onAdd={(name) => add(place, name)}>
      {summary[place].map((key, at) => (
        <Item
          // biome-ignore lint/suspicious/noArrayIndexKey: a column may stand twice; an item is known by its place.
          key={at}
          name={labelOf(key.column)}
          at={at}
          count={summary[place].length}
          onMove={(by) => change((keys) => moved(keys, at, at + by))}
          onRemove={() => change((keys) => without(keys, at))}
        >
          <StepField
            dimension={key}
            column={byName(key.column)}
            onChange={(changed) => change((keys) => keys.with(at, changed))}
          />
        </Item>
      ))}
    </PlaceField>
  );
}

const shownOfOthers = ['change', 'percent-change', 'index', 'rolling', 'rank', 'per'] as const;
/** Parts of a whole, of values that add up to it. */
const shownOfSums = ['share-row', 'share-column', 'share-total', 'running', ...shownOfOthers] as const;

function isAdditive({ function: by }: Measure): boolean {
  return by === 'Count' || by === 'Sum';
}

/** What can be calculated of a column; of rows where there is none. */
function functionsOf(column: DataColumn | null): readonly ChosenFunction[] {
  if (column === null) return ['Count', 'Share'];
  return kindOf(column) === 'number' ? ofNumbers : ofOthers;
}

/** A share is one of values that add up. */
function withFunction(measure: ShownMeasure, by: Measure['function']): ShownMeasure {
  const changed = { ...measure, function: by };
  const { show } = measure;
  return isAdditive(changed) || (show?.kind !== 'share' && show?.kind !== 'running')
    ? changed
    : withOptional(changed, 'show', undefined);
}

/** What is calculated for each group. */
function MeasureFields(props: SummaryFormProps) {
  const { tab, summary, columns } = props;
  const { labelOf, byName, choices, add } = useFormColumns(props);
  const change = (edit: (measures: readonly ShownMeasure[]) => readonly ShownMeasure[]) =>
    changeSummary(tab, (before) => withMeasures(before, edit(before.measures)));
  return (
    <PlaceField
      place="measures"
      summary={summary}
      choices={[
        { value: rowsChoice, label: t('charts.countOfRows') },
        ...choices.filter(({ value }) => byName(value)?.type !== 'geometry'),
      ]}
      onAdd={(name) => add('measures', name)}
    >
      {summary.measures.map((measure, at) => (
        <Item
          // biome-ignore lint/suspicious/noArrayIndexKey: a measure may stand twice; an item is known by its place.
          key={at}
          name={measureText(t, measure, labelOf)}
          at={at}
          count={summary.measures.length}
          onMove={(by) => change((measures) => moved(measures, at, at + by))}
          onRemove={() => change((measures) => without(measures, at))}
        >
          <FunctionField
            aria-label={t('summary.functionOf', { name: measureText(t, measure, labelOf) })}
            choices={functionsOf(byName(measure.column))}
            value={measure.function}
            onChange={(by) => change((measures) => measures.with(at, withFunction(measure, by)))}
          />
          <ShowField
            name={measureText(t, measure, labelOf)}
            show={measure.show}
            choices={isAdditive(measure) ? shownOfSums : shownOfOthers}
            columns={columns}
            onChange={(show) => change((measures) => measures.with(at, withOptional(measure, 'show', show)))}
          />
        </Item>
      ))}
    </PlaceField>
  );
}

interface PlaceFieldProps {
  readonly place: SummaryPlace;
  readonly summary: Summary;
  readonly choices: { readonly value: string; readonly label: string }[];
  readonly onAdd: (name: string) => void;
  readonly children: ReactNode;
}

/** One of the three fields for columns. */
function PlaceField({ place, summary, choices, onAdd, children }: PlaceFieldProps) {
  const label = t(`summary.${place}`);
  return (
    <DropTarget onColumn={onAdd}>
      <fieldset className={styles.place} data-place={place}>
        <legend>{label}</legend>
        {children}
        {!isFull(summary, place) && (
          <Select
            // The field is empty again after each choice.
            key={summary[place].length}
            aria-label={`${label}: ${t('summary.add')}`}
            placeholder={t('summary.add')}
            data={choices}
            value={null}
            onChange={(name) => name !== null && onAdd(name)}
            searchable
            // Receives the focus from a column that was removed.
            openOnFocus={false}
          />
        )}
      </fieldset>
    </DropTarget>
  );
}

interface ItemProps {
  readonly name: string;
  readonly at: number;
  readonly count: number;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

/** A column in its field, with buttons to move and remove it. */
function Item({ name, at, count, onMove, onRemove, children }: ItemProps) {
  return (
    <div className={styles.item}>
      <div className={styles.itemHead}>
        <span data-tooltip={name}>{name}</span>
        {count > 1 && (
          <>
            <IconButton
              size="xs"
              label={t('summary.moveUp', { name })}
              disabled={at === 0}
              onClick={() => onMove(-1)}
              icon={IconArrowUp}
            />
            <IconButton
              size="xs"
              label={t('summary.moveDown', { name })}
              disabled={at === count - 1}
              onClick={() => onMove(1)}
              icon={IconArrowDown}
            />
          </>
        )}
        <IconButton size="xs" label={t('summary.remove', { name })} onClick={onRemove} icon={IconX} />
      </div>
      {children}
    </div>
  );
}

/**
 * Adds a column to a field of a summary; a full field says so.
 * @returns a function that takes null for the number of rows, which can only be measured
 */
export function useAddColumn(tab: string, summary: Summary): (place: SummaryPlace, column: DataColumn | null) => void {
  return (place, column) => {
    if (isFull(summary, place)) {
      notifications.show({
        message: t('summary.full', { count: summary[place].length, place: t(`summary.${place}`) }),
      });
    } else if (column !== null) changeSummary(tab, (before) => withColumn(before, place, column));
    else if (place === 'measures') {
      changeSummary(tab, (before) => withMeasures(before, [...before.measures, countOfRows]));
    }
  };
}
