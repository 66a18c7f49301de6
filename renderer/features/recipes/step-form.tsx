import { Menu, Select, Textarea, TextInput } from '@mantine/core';
import { t } from 'i18next';
import type { Column } from '#shared/api/column.ts';
import { quoteIdentifier } from '#shared/text/quoting.ts';
import { conditionSql } from '#shared/text/view-sql.ts';
import formStyles from '../../ui/actions/form.module.css';
import { MenuItem, PlainButton } from '../../ui/actions/icon-button.tsx';
import { CheckField, ChoiceField, NamesField, TextField } from '../../ui/fields.tsx';
import { JoinForm } from './join-form.tsx';
import { presets, proposeReshaping } from './model/propose.ts';
import { type Combiner, combiners, type StepFormProps, type StepOf } from './model/steps.ts';
import styles from './recipes.module.css';

/** The settings of a step. */
export function StepForm(props: StepFormProps) {
  const { step } = props;
  switch (step.kind) {
    case 'data':
    case 'stack':
      return <InputForm {...props} step={step} />;
    case 'filter':
      return <FilterForm {...props} step={step} />;
    case 'choose':
      return <ChooseForm {...props} step={step} />;
    case 'compute':
      return <ComputeForm {...props} step={step} />;
    case 'unpivot':
      return <UnpivotForm {...props} step={step} />;
    case 'pivot':
      return <PivotForm {...props} step={step} />;
    case 'join':
      // It keeps what was not made yet, until another join stands here.
      return <JoinForm key={JSON.stringify(step)} {...props} step={step} />;
    case 'group':
      return <GroupForm {...props} step={step} />;
    case 'sort':
      return <SortForm {...props} step={step} />;
    case 'distinct':
      return null;
  }
}

const namesOf = (columns: readonly Column[]) => columns.map(({ name }) => name);

function InputForm({ step, datasets, columns, onChange }: StepFormProps<'data' | 'stack'>) {
  const other = datasets.get(step.input) ?? [];
  const lone = step.kind === 'data' ? [] : loneNames(columns, other);
  return (
    <>
      <ChoiceField
        label={t('steps.input')}
        searchable
        choices={[...datasets.keys()]}
        value={step.input}
        onChange={(input) => onChange({ ...step, input })}
      />
      {lone.length > 0 && <p className="quiet">{t('steps.doesNotFit', { columns: lone.join(', ') })}</p>}
    </>
  );
}

/** The columns that only one of two tables has. */
function loneNames(one: readonly Column[], other: readonly Column[]): string[] {
  const [first, second] = [namesOf(one), namesOf(other)];
  return [...first.filter((name) => !second.includes(name)), ...second.filter((name) => !first.includes(name))];
}

const signs = { '=': 'exact', '≠': 'ne', '>': 'gt', '≥': 'gte', '<': 'lt', '≤': 'lte', '∋': 'icontains' } as const;

function FilterForm({ step, columns, onChange }: StepFormProps<'filter'>) {
  return (
    <>
      <Textarea
        label={t('steps.condition')}
        autosize
        classNames={{ input: 'mono' }}
        value={step.condition}
        onChange={(event) => onChange({ ...step, condition: oneLine(event.currentTarget.value) })}
      />
      <ConditionMaker columns={columns} onMade={(condition) => onChange({ ...step, condition })} />
    </>
  );
}

/** Writes a condition of a column, a comparison and a value. */
function ConditionMaker({ columns, onMade }: { columns: readonly Column[]; onMade: (condition: string) => void }) {
  const make = (data: FormData) => {
    const column = columns.find(({ name }) => name === data.get('column'));
    const sign = Object.entries(signs).find(([written]) => written === data.get('sign'))?.[1] ?? 'exact';
    const condition = column && conditionSql({ lookup: sign, value: String(data.get('value') ?? '') }, column);
    if (condition) onMade(condition);
  };
  return (
    <form
      className={styles.condition}
      onSubmit={(event) => {
        event.preventDefault();
        make(new FormData(event.currentTarget));
      }}
    >
      <Select
        name="column"
        aria-label={t('steps.column')}
        data={namesOf(columns)}
        defaultValue={columns[0]?.name ?? null}
      />
      <Select name="sign" w={64} aria-label={t('steps.comparison')} data={Object.keys(signs)} defaultValue="=" />
      <TextInput name="value" aria-label={t('steps.value')} />
      <PlainButton text={t('steps.use')} type="submit" />
    </form>
  );
}

/** A step is one line of the statement. */
const oneLine = (text: string) => text.replaceAll('\n', ' ');

function ChooseForm({ step, columns, onChange }: StepFormProps<'choose'>) {
  const asOf = (name: string) => step.columns.find((column) => column.name === name)?.as ?? name;
  return (
    <>
      <NamesField
        label={t('steps.columns')}
        names={namesOf(columns)}
        value={step.columns.map(({ name }) => name)}
        onChange={(chosen) => onChange({ ...step, columns: chosen.map((name) => ({ name, as: asOf(name) })) })}
      />
      {step.columns.map(({ name, as }) => (
        <TextField
          key={name}
          label={t('steps.nameOf', { column: name })}
          value={as}
          onChange={(renamed) => {
            const next = step.columns.map((column) => (column.name === name ? { name, as: renamed } : column));
            onChange({ ...step, columns: next });
          }}
        />
      ))}
    </>
  );
}

function ComputeForm({ step, columns, onChange }: StepFormProps<'compute'>) {
  return (
    <>
      <TextField label={t('steps.newColumn')} value={step.name} onChange={(name) => onChange({ ...step, name })} />
      <Textarea
        label={t('steps.expression')}
        autosize
        classNames={{ input: 'mono' }}
        value={step.expression}
        onChange={(event) => onChange({ ...step, expression: oneLine(event.currentTarget.value) })}
      />
      <div className={formStyles.line}>
        <Select
          aria-label={t('steps.insertColumn')}
          placeholder={t('steps.insertColumn')}
          data={namesOf(columns)}
          value={null}
          onChange={(name) =>
            name !== null && onChange({ ...step, expression: `${step.expression} ${quoteIdentifier(name)}`.trim() })
          }
        />
        <Menu>
          <Menu.Target>
            <PlainButton text={t('steps.presets')} />
          </Menu.Target>
          <Menu.Dropdown>
            {Object.entries(presets(columns)).map(([name, expression]) => (
              <MenuItem
                text={t(`steps.preset_${name as keyof ReturnType<typeof presets>}`)}
                key={name}
                onClick={() => onChange({ ...step, expression })}
              />
            ))}
          </Menu.Dropdown>
        </Menu>
      </div>
    </>
  );
}

function UnpivotForm({ step, columns, onChange }: StepFormProps<'unpivot'>) {
  const proposal = proposeReshaping(columns);
  const single = step.values.length === 1;
  const { except } = step;
  const names = namesOf(columns);
  const chosen =
    except === null
      ? step.groups.map((group) => group.columns[0] ?? '')
      : names.filter((name) => !except.includes(name));
  const choose = (these: readonly string[], isOpen: boolean) =>
    onChange({
      ...step,
      except: isOpen ? names.filter((name) => !these.includes(name)) : null,
      groups: isOpen ? [] : these.map((name) => groupOf(step, name)),
      isNumber: these.every(isWhole),
    });
  return (
    <>
      {proposal !== null && (
        <p className="quiet">
          {t(proposal.evidence === 'years' ? 'steps.areYears' : 'steps.areNumbered', { count: proposal.groups.length })}
        </p>
      )}
      {single && (
        <>
          <NamesField
            label={t('steps.toRows')}
            names={names}
            value={chosen}
            onChange={(these) => choose(these, except !== null)}
          />
          <CheckField
            label={t('steps.laterToo')}
            checked={except !== null}
            onChange={(isOpen) => choose(chosen, isOpen)}
          />
        </>
      )}
      <TextField label={t('steps.labelColumn')} value={step.name} onChange={(name) => onChange({ ...step, name })} />
      {step.values.map((value, at) => (
        <TextField
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no name but their place.
          key={at}
          label={t('steps.valueColumn')}
          value={value}
          onChange={(renamed) => onChange({ ...step, values: step.values.with(at, renamed) })}
        />
      ))}
      <CheckField
        label={t('steps.keepMissing')}
        checked={step.keepsMissing}
        onChange={(keepsMissing) => onChange({ ...step, keepsMissing })}
      />
    </>
  );
}

const isWhole = (label: string) => String(Number(label)) === label && Number.isInteger(Number(label));

function groupOf({ groups }: StepOf<'unpivot'>, name: string): StepOf<'unpivot'>['groups'][number] {
  return groups.find(({ columns: [only] }) => only === name) ?? { label: name, columns: [name] };
}

function PivotForm({ step, columns, onChange }: StepFormProps<'pivot'>) {
  return (
    <>
      <p className="quiet">{t('steps.pivotOf', { column: step.column, count: step.labels.length })}</p>
      <ChoiceField
        label={t('steps.valueColumn')}
        choices={namesOf(columns).filter((name) => name !== step.column)}
        value={step.value}
        onChange={(value) => onChange({ ...step, value })}
      />
      <CombinerField value={step.combiner} onChange={(combiner) => onChange({ ...step, combiner })} />
    </>
  );
}

/** How values that meet are combined. */
function CombinerField(field: Pick<Parameters<typeof ChoiceField<Combiner>>[0], 'value' | 'onChange'>) {
  return (
    <ChoiceField
      {...field}
      label={t('steps.combine')}
      choices={combiners}
      nameOf={(one) => t(`steps.combine_${one}`)}
    />
  );
}

function GroupForm({ step, columns, onChange }: StepFormProps<'group'>) {
  const [first] = step.values;
  const combiner = first?.combiner ?? 'sum';
  const combinedOf = (column: string, how: typeof combiner) => ({ combiner: how, column, as: `${column}_${how}` });
  return (
    <>
      <NamesField
        label={t('steps.groupBy')}
        names={namesOf(columns)}
        value={step.keys}
        onChange={(keys) => onChange({ ...step, keys })}
      />
      <NamesField
        label={t('steps.combined')}
        names={namesOf(columns)}
        value={step.values.map(({ column }) => column)}
        onChange={(chosen) => onChange({ ...step, values: chosen.map((name) => combinedOf(name, combiner)) })}
      />
      <CombinerField
        value={combiner}
        onChange={(how) => onChange({ ...step, values: step.values.map(({ column }) => combinedOf(column, how)) })}
      />
    </>
  );
}

function SortForm({ step, columns, onChange }: StepFormProps<'sort'>) {
  const descending = step.terms[0]?.descending ?? false;
  return (
    <>
      <NamesField
        label={t('steps.sortBy')}
        names={namesOf(columns)}
        value={step.terms.map(({ column }) => column)}
        onChange={(chosen) => onChange({ ...step, terms: chosen.map((column) => ({ column, descending })) })}
      />
      <CheckField
        label={t('steps.descending')}
        checked={descending}
        onChange={(isDescending) => {
          onChange({ ...step, terms: step.terms.map(({ column }) => ({ column, descending: isDescending })) });
        }}
      />
    </>
  );
}
