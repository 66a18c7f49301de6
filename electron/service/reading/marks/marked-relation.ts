import { quoteLiteral } from '#shared/text/quoting.ts';
import { unusedName } from '#shared/text/unused-name.ts';
import { uniqueNames } from '../columns/plan-columns.ts';
import type { SourceColumn } from '../formats/layouts.ts';
import { type OpenedTable, type Relation, withChange } from '../formats/relation.ts';
import type { PlannedMarks } from '../reading.ts';
import { missingMarks } from '../values/missing-marks.ts';
import { markedNumber } from './find-marks.ts';

/** A table whose numbers have no marks, with a column of marks to the right of each if they are kept. */
export function withMarks(opened: OpenedTable, marks: PlannedMarks): OpenedTable {
  return withChange(opened, ({ relation }) => ({ relation: markedRelation(relation, marks) }));
}

function markedRelation(relation: Relation, { columns: chosen, keep }: PlannedMarks): Relation {
  const names = uniqueNames(relation.columns.map(({ name }) => name));
  const taken = new Set(names);
  // Each is computed once: a conversion names its text many times.
  const computed: string[] = [];
  const columns = relation.columns.flatMap((column, at): SourceColumn[] => {
    const name = names[at] ?? column.name;
    if (column.form !== 'text' || !chosen.includes(name)) return [column];
    const { evidence: _, ...plain } = column;
    computed.push(`${numberSql(column.reference)} AS number_${at}`);
    const number: SourceColumn = { ...plain, reference: `number_${at}`, kind: 'guess', spelled: true };
    if (!keep) return [number];
    computed.push(`${statusSql(column.reference)} AS status_${at}`);
    const status = unusedName(statusName(name), taken);
    taken.add(status);
    return [number, { form: 'text', name: status, reference: `status_${at}`, kind: 'text' }];
  });
  // Where the columns are in the lines of JSON no longer says what is in them.
  const { lines: _lines, ...kept } = relation;
  return { ...kept, from: `(SELECT *, ${computed.join(', ')} FROM ${relation.from})`, columns };
}

/** The name of the column with the marks of another one. */
export function statusName(name: string): string {
  return `${name}_status`;
}

const whole = quoteLiteral(`\\s*${markedNumber}\\s*`);
const parts = (reference: string, part: number) => `regexp_extract(${reference}, ${whole}, ${part})`;
const aloneSql = (reference: string) =>
  `(trim(${reference}) IN (${missingMarks.map(quoteLiteral).join(', ')}) OR regexp_full_match(trim(${reference}), '\\[[a-z]{1,3}( [0-9]{1,2})?\\]|\\([a-zA-Z]{1,2}\\)'))`;

/** A cell without its mark; one that is neither number nor mark stays, and is reported. */
function numberSql(reference: string): string {
  return `(CASE WHEN ${aloneSql(reference)} THEN NULL WHEN regexp_full_match(${reference}, ${whole}) THEN ${parts(reference, 2)} ELSE ${reference} END)`;
}

function statusSql(reference: string): string {
  const beside = `concat(${parts(reference, 1)}, ${parts(reference, 3)}, ${parts(reference, 4)})`;
  const mark = `CASE WHEN ${aloneSql(reference)} THEN trim(${reference}) WHEN regexp_full_match(${reference}, ${whole}) THEN ${beside} END`;
  return `nullif(regexp_replace(${mark}, '[()\\[\\]⁽⁾]|\\s+([0-9])', '\\1', 'g'), '')`;
}
