import type { ColumnType } from '#shared/api/column.ts';
import type { ColumnEvidence } from '#shared/rpc/source-file.ts';

/**
 * A column of a source. `text` columns are text that may represent something else; `kind` says what is known in
 * advance: `guess` is to be inferred from the values, anything else is stated by the format itself. `engine` columns
 * have a type of the engine's own.
 */
export type SourceColumn =
  | {
      readonly form: 'text';
      readonly name: string;
      /** Expression for the value within the relation. */
      readonly reference: string;
      readonly kind: ColumnType | 'guess' | 'wkb';
      /** Whether its numbers are written for people, as in a delimited text, whatever the format. */
      readonly spelled?: true;
      /** What the reader found out about numbers and texts in one column. */
      readonly evidence?: ColumnEvidence;
    }
  | {
      readonly form: 'engine';
      readonly name: string;
      readonly reference: string;
      readonly engineType: string;
    };
