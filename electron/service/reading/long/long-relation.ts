import { explain } from '#shared/failures.ts';
import { quoteLiteral } from '#shared/text/quoting.ts';
import { uniqueNames } from '../columns/plan-columns.ts';
import { type LongLayout, type SourceColumn, turnedColumns } from '../formats/layouts.ts';
import { type OpenedTable, type Relation, withChange } from '../formats/relation.ts';

/** A table whose records become several rows each, as planned. */
export function asLong(opened: OpenedTable, layout: LongLayout): OpenedTable {
  return withChange(opened, ({ relation, firstLine, broken }) => ({
    // Broken records have the fields of the file, not of the rows.
    broken: broken && { ...broken, fields: false },
    relation: longRelation(relation, layout, firstLine),
  }));
}

const line = 'place_line';
const record = 'place_record';

/**
 * The rows of a table in which columns became rows. The engine takes the cells of a record as lists, one a measure, and
 * unnests them: that needs half the memory of `UNPIVOT`, and any number of measures.
 */
function longRelation(relation: Relation, layout: LongLayout, firstLine: number | null): Relation {
  const { lines: _lines, place, ...kept } = relation;
  const names = uniqueNames(relation.columns.map(({ name }) => name));
  const columns = new Map(names.map((name, at) => [name, relation.columns[at]]));
  const turned = turnedColumns(layout);
  const labels = names.flatMap((name) => (turned.has(name) ? [] : (columns.get(name) ?? [])));
  const measures = layout.values.map((_, at) =>
    layout.rows.map(({ columns: cells }) => (cells[at] == null ? undefined : columns.get(cells[at]))),
  );
  const merged = measures.map((cells) => mergedColumn(cells, relation));
  const isGuessed = merged.some(({ kind }) => kind === 'guess');
  const width = labels.length + layout.keys.length;
  const numbered = place?.record ?? 'row_number() OVER ()';
  const inner = [
    ...labels.map(({ reference }, at) => `${reference} AS l${at}`),
    `${numbered} AS ${record}`,
    `${place?.line ?? (firstLine === null ? 'NULL' : `${numbered} + ${firstLine - 1}`)} AS ${line}`,
    ...merged.map(({ cells }, at) => `[${cells.join(', ')}] AS v${at}`),
  ];
  const keyLists = layout.keys.map((_, at) => layout.rows.map(({ keys }) => quoteLiteral(keys[at] ?? '')));
  const outer = [
    ...labels.map((_, at) => `l${at} AS c${at}`),
    ...keyLists.map((texts, at) => `unnest([${texts.join(', ')}]) AS c${labels.length + at}`),
    ...merged.map((_, at) => `unnest(v${at}) AS c${width + at}`),
    record,
    line,
  ];
  const long: SourceColumn[] = [
    ...labels.map((column, at) => ({
      ...column,
      name: layout.renamed[column.name] ?? column.name,
      reference: `c${at}`,
    })),
    ...layout.keys.map(({ name, type }, at): SourceColumn => {
      // Only texts are read as dates; the format of others states that they are.
      const kind = type === 'moment' ? (relation.form === 'delimited' || isGuessed ? 'guess' : 'text') : type;
      return { form: 'text', name, reference: `c${labels.length + at}`, kind };
    }),
    ...merged.map(({ kind, engineType }, at): SourceColumn => {
      const common = { name: layout.values[at] ?? 'value', reference: `c${width + at}` };
      return engineType === undefined ? { form: 'text', ...common, kind } : { form: 'engine', ...common, engineType };
    }),
  ];
  const note = explain('columns-to-rows', {
    count: turned.size,
    column: layout.keys.map(({ name }) => name).join(', '),
  });
  return {
    ...kept,
    // What JSON and workbooks write as text among numbers is read as in a delimited text.
    ...(isGuessed && relation.form === 'json'
      ? {
          form: 'delimited',
          valueOptions: { ...relation.valueOptions, findMissing: true, decimalComma: false, thousands: '' },
        }
      : {}),
    from: `(SELECT ${outer.join(', ')} FROM (SELECT ${inner.join(', ')} FROM ${relation.from}))`,
    columns: long,
    place: { line, record },
    isExamined: false,
    rowsPerRecord: layout.rows.length,
    keys: layout.keys.map(({ name }) => name),
    conversions: [...relation.conversions, note],
  };
}

interface MergedColumn {
  readonly cells: readonly string[];
  readonly kind: Extract<SourceColumn, { form: 'text' }>['kind'];
  /** If the engine has a type of its own for the cells. */
  readonly engineType?: string;
}

const wholeNumber = /^U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?$/;
const fraction = /^(?:FLOAT|DOUBLE|DECIMAL.*)$/;

/** The cells of several columns as one, with the type that all of them have. */
function mergedColumn(columns: readonly (SourceColumn | undefined)[], { form }: Relation): MergedColumn {
  const present = columns.filter((column) => column !== undefined);
  const types = [...new Set(present.flatMap((column) => (column.form === 'engine' ? [column.engineType] : [])))];
  const cellsAs = (type: string | null) =>
    columns.map((column) => {
      if (column === undefined) return 'NULL';
      return type === null ? column.reference : `CAST(${column.reference} AS ${type})`;
    });
  if (types.length > 0) {
    const same = types.length === 1 && present.every((column) => column.form === 'engine') ? (types[0] ?? null) : null;
    const isWhole = types.every((type) => wholeNumber.test(type));
    const common = isWhole
      ? 'HUGEINT'
      : types.every((type) => wholeNumber.test(type) || fraction.test(type))
        ? 'DOUBLE'
        : null;
    if (same !== null) return { cells: cellsAs(null), kind: 'guess', engineType: same };
    if (common !== null) return { cells: cellsAs(common), kind: 'guess', engineType: common };
    return { cells: cellsAs('VARCHAR'), kind: 'text' };
  }
  const kinds = new Set(present.flatMap((column) => (column.form === 'text' ? [column.kind] : [])));
  const isNumber = [...kinds].every((kind) => kind === 'integer' || kind === 'float');
  if (form !== 'delimited' && isNumber) return { cells: cellsAs(null), kind: kinds.has('float') ? 'float' : 'integer' };
  return { cells: cellsAs(null), kind: 'guess' };
}
