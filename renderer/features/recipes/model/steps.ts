import type { Column } from '#shared/api/column.ts';

/** A column under the name that it gets. */
interface NamedColumn {
  readonly name: string;
  readonly as: string;
}

/** How values that meet in one cell or group are combined. */
export const combiners = ['sum', 'avg', 'min', 'max', 'count', 'any_value'] as const;
export type Combiner = (typeof combiners)[number];

/** What a join keeps: all rows of the left side, those with a match, or those without one. */
export const joinKinds = ['left', 'inner', 'anti'] as const;
type JoinKind = (typeof joinKinds)[number];

/** One step of a recipe. Conditions and expressions are SQL. */
export type RecipeStep =
  /** The dataset that it begins with, as a statement names it without quotes. */
  | { readonly kind: 'data'; readonly input: string }
  | { readonly kind: 'filter'; readonly condition: string }
  | { readonly kind: 'choose'; readonly columns: readonly NamedColumn[] }
  | { readonly kind: 'compute'; readonly name: string; readonly expression: string }
  | {
      readonly kind: 'unpivot';
      /** The column of the labels, and whether they are whole numbers. */
      readonly name: string;
      readonly isNumber: boolean;
      /** The columns of the values. */
      readonly values: readonly string[];
      /** The columns that become one row, in the order of `values`. */
      readonly groups: readonly { readonly label: string; readonly columns: readonly string[] }[];
      /** Columns that stay, if all others become rows, also those that come later; null if `groups` names them. */
      readonly except: readonly string[] | null;
      /** Whether a row is made of missing values too. */
      readonly keepsMissing: boolean;
    }
  | {
      readonly kind: 'pivot';
      /** The column whose values become columns, and those values. */
      readonly column: string;
      readonly labels: readonly string[];
      readonly value: string;
      readonly combiner: Combiner;
    }
  | {
      readonly kind: 'join';
      readonly input: string;
      readonly how: JoinKind;
      readonly on: readonly (readonly [left: string, right: string])[];
      /** Whether keys of different types are compared as texts. */
      readonly asText: boolean;
      /** The columns that come from the right side. */
      readonly columns: readonly NamedColumn[];
    }
  | { readonly kind: 'stack'; readonly input: string }
  | {
      readonly kind: 'group';
      readonly keys: readonly string[];
      readonly values: readonly { readonly combiner: Combiner; readonly column: string; readonly as: string }[];
    }
  | { readonly kind: 'distinct' }
  | { readonly kind: 'sort'; readonly terms: readonly { readonly column: string; readonly descending: boolean }[] };

export type StepKind = RecipeStep['kind'];
export type StepOf<Kind extends StepKind> = Extract<RecipeStep, { readonly kind: Kind }>;

/** What the form of a step is given. */
export interface StepFormProps<Kind extends RecipeStep['kind'] = RecipeStep['kind']> {
  readonly step: StepOf<Kind>;
  /** Whether it is not part of the statement yet. */
  readonly isNew: boolean;
  /** The columns before the step. */
  readonly columns: readonly Column[];
  /** The statement of the steps before it. */
  readonly before: string;
  readonly connection: string;
  /** The datasets of the service, as a statement names them, with their columns. */
  readonly datasets: ReadonlyMap<string, readonly Column[]>;
  readonly onChange: (step: RecipeStep) => void;
}
