import type { StoredColumn } from '../../files/stored-version.ts';
import type { SyntaxNode } from '../../reading/statements/statement.ts';
import type { ResolvedInput } from './resolve-inputs.ts';

/** The column of an input that a column of a result is taken from unchanged. */
export interface ColumnOrigin {
  readonly input: ResolvedInput;
  readonly column: StoredColumn;
}

/** A column of a query: its name, empty where only the engine knows it, and where all its values come from. */
export interface QueryField {
  readonly name: string;
  /** Several for the rows of several queries; none if its values may come from elsewhere. */
  readonly origins: readonly ColumnOrigin[];
}

/** The columns of a query or table; null where only the engine knows them. */
type Fields = readonly QueryField[] | null;

/** The tables after FROM, each under its alias. */
type Scope = readonly { readonly alias: string; readonly fields: Fields }[];

type Tables = ReadonlyMap<string, Fields>;

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/**
 * Where the columns of a statement's result come from, as far as its text alone shows it; null if it does not show
 * their number.
 */
export function columnOrigins(tree: SyntaxNode, inputs: readonly ResolvedInput[]): Fields {
  const tables = inputs.map((input): [string, Fields] => [
    input.name.toLowerCase(),
    input.version.columns.map((column) => ({ name: column.name, origins: [{ input, column }] })),
  ]);
  return fieldsOfQuery(tree, new Map(tables));
}

function fieldsOfQuery(node: SyntaxNode, outer: Tables): Fields {
  const tables = new Map(outer);
  const { map = [] } = (node.cte_map ?? {}) as { map?: readonly { key: string; value: SyntaxNode }[] };
  for (const { key, value } of map) {
    const fields = fieldsOfQuery((value.query as { node: SyntaxNode }).node, tables);
    tables.set(key.toLowerCase(), renamed(fields, value.aliases as readonly string[]));
  }
  if (node.type === 'SELECT_NODE') return fieldsOfSelect(node, tables);
  if (node.type !== 'SET_OPERATION_NODE' || node.setop_type === 'UNION_BY_NAME') return null;
  const [left, right] = [node.left, node.right].map((side) => fieldsOfQuery(side as SyntaxNode, tables));
  if (!left || left.length !== right?.length) return null;
  return left.map((field, at) => {
    const others = right[at]?.origins ?? [];
    const isSameType = field.origins[0]?.column.type === others[0]?.column.type;
    return { ...field, origins: isSameType ? [...new Set([...field.origins, ...others])] : [] };
  });
}

function renamed(fields: Fields, names: readonly string[]): Fields {
  return fields?.map((field, at) => ({ ...field, name: names[at] ?? field.name })) ?? null;
}

function fieldsOfSelect(node: SyntaxNode, tables: Tables): Fields {
  const scope = scopeOf(node.from_table as SyntaxNode, tables);
  const fields: QueryField[] = [];
  for (const item of node.select_list as readonly SyntaxNode[]) {
    const found = item.class === 'STAR' ? fieldsOfStar(item, scope) : [fieldOf(item, scope)];
    if (found === null) return null;
    fields.push(...found);
  }
  return fields;
}

function fieldOf(item: SyntaxNode, scope: Scope): QueryField {
  const alias = String(item.alias ?? '');
  if (item.class !== 'COLUMN_REF') return { name: alias, origins: [] };
  const names = item.column_names as readonly string[];
  const last = names.at(-1) ?? '';
  const table = names.length === 2 ? names[0] : undefined;
  const found = scope
    .filter((one) => table === undefined || isSame(one.alias, table))
    .flatMap(({ fields }) => fields ?? [])
    .find(({ name }) => isSame(name, last));
  const isKnown = names.length <= 2 && found !== undefined;
  return { name: alias || found?.name || last, origins: isKnown ? found.origins : [] };
}

function fieldsOfStar(item: SyntaxNode, scope: Scope): Fields {
  const relation = String(item.relation_name);
  const replaced = (item.replace_list as readonly { key: string }[]).map(({ key }) => key);
  const [excluded, isPlain] = [item.exclude_list as readonly string[], item.columns === false && item.expr === null];
  const isRenamed = [item.rename_list, item.qualified_exclude_list].some((list) => (list as unknown[]).length > 0);
  if (!isPlain || isRenamed) return null;
  const chosen = scope.filter(({ alias }) => relation === '' || isSame(alias, relation));
  if (chosen.length === 0 || chosen.some(({ fields }) => fields === null)) return null;
  return chosen
    .flatMap(({ fields }) => fields ?? [])
    .filter(({ name }) => !excluded.some((one) => isSame(one, name)))
    .map((field) => (replaced.some((one) => isSame(one, field.name)) ? { ...field, origins: [] } : field));
}

function scopeOf(table: SyntaxNode, tables: Tables): Scope {
  const names = (table.column_name_alias ?? []) as readonly string[];
  const alias = String(table.alias ?? '');
  switch (table.type) {
    case 'BASE_TABLE': {
      const name = String(table.table_name);
      return [{ alias: alias || name, fields: renamed(tables.get(name.toLowerCase()) ?? null, names) }];
    }
    case 'SUBQUERY':
      return [{ alias, fields: renamed(fieldsOfQuery((table.subquery as { node: SyntaxNode }).node, tables), names) }];
    case 'JOIN':
      return scopeOfJoin(table, tables);
    case 'EMPTY':
      return [];
    default:
      return [{ alias, fields: null }];
  }
}

/** A column of USING is that of the left side, unless the right one may stand in for it. */
function scopeOfJoin(table: SyntaxNode, tables: Tables): Scope {
  const left = scopeOf(table.left as SyntaxNode, tables);
  const right = scopeOf(table.right as SyntaxNode, tables);
  const using = table.using_columns as readonly string[];
  const kind = String(table.join_type);
  if (kind === 'SEMI' || kind === 'ANTI') return left;
  if (table.ref_type === 'NATURAL') return [...left, ...right].map(({ alias }) => ({ alias, fields: null }));
  if (using.length === 0) return [...left, ...right];
  const isUsed = ({ name }: QueryField) => using.some((one) => isSame(one, name));
  const isLeft = kind === 'INNER' || kind === 'LEFT';
  const kept = (field: QueryField) => (isUsed(field) && !isLeft ? { ...field, origins: [] } : field);
  return [
    ...left.map(({ alias, fields }) => ({ alias, fields: fields?.map(kept) ?? null })),
    ...right.map(({ alias, fields }) => ({ alias, fields: fields?.filter((field) => !isUsed(field)) ?? null })),
  ];
}
