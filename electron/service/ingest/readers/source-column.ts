import type { ColumnType } from '#shared/api/column.ts';
import type { ColumnEvidence } from '../../store/row-store.ts';

/**
 * A column as a source gives it.
 * `text` columns are text that may stand for something else; `kind` says what is known of it beforehand:
 * `guess` is to be found out from the values, anything else is what the format itself says.
 * `engine` columns have a type of the engine's own.
 */
export type SourceColumn =
  | {
      readonly form: 'text';
      readonly name: string;
      /** Expression that gives the value within the relation. */
      readonly reference: string;
      readonly kind: ColumnType | 'guess' | 'wkb';
      /** What the reader found of numbers and texts in one column. */
      readonly evidence?: ColumnEvidence;
    }
  | {
      readonly form: 'engine';
      readonly name: string;
      readonly reference: string;
      readonly engineType: string;
    };
