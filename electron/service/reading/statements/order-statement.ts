import type { SyntaxNode } from './statement.ts';

/** Member that stands for a number that JavaScript would round. */
const exactNumber = '\u0000number';

const textOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|-?Infinity|NaN/g;

/** What the engine serialized as JSON, in which it writes numbers that are too large as `Infinity`. */
export function parseSerialized(text: string): unknown {
  const kept = text.replace(textOrNumber, (token) =>
    token.startsWith('"') || JSON.stringify(Number(token)) === token ? token : JSON.stringify({ [exactNumber]: token }),
  );
  return JSON.parse(kept);
}

/** Whether a value of the syntax tree is a number that the engine's own text of a statement cannot have. */
export function isBeyondRange(value: unknown): boolean {
  const number = (value as { readonly [exactNumber]?: string } | null | undefined)?.[exactNumber];
  return number !== undefined && !Number.isFinite(Number(number));
}

function writeExactly(value: unknown): string {
  return JSON.stringify(value).replace(/\{"\\u0000number":"([^"\\]*)"\}/g, '$1');
}

/** `ORDER BY n`, the n-th column of the result. */
function byPosition(position: number) {
  const value = { type: { id: 'INTEGER', type_info: null }, is_null: false, value: position };
  const expression = { class: 'CONSTANT', type: 'VALUE_CONSTANT', alias: '', query_location: 0, value };
  return { type: 'ORDER_DEFAULT', null_order: 'ORDER_DEFAULT', expression };
}

interface Modifier {
  readonly type: string;
  readonly orders?: readonly { readonly expression: { readonly class: string } }[];
}

/**
 * Makes the order of a result total, so that the same rows always come in the same order: ties, or all rows of a
 * statement without an order, follow all columns.
 * @param serialized the statement as the engine serializes it
 * @param columns number of columns of the result
 */
export function withTotalOrder(serialized: string, columns: number): string {
  const parsed = parseSerialized(serialized) as { readonly statements: readonly { readonly node: SyntaxNode }[] };
  const [statement] = parsed.statements;
  if (statement === undefined) throw new Error('There is no statement to order.');
  const modifiers = statement.node.modifiers as readonly Modifier[];
  const ties = Array.from({ length: columns }, (_, at) => byPosition(at + 1));
  const own = modifiers.find(({ type }) => type === 'ORDER_MODIFIER');
  // ORDER BY ALL is total already, and permits nothing after it.
  const isTotal = own?.orders?.some(({ expression }) => expression.class === 'STAR') === true;
  const orders = isTotal ? (own?.orders ?? []) : [...(own?.orders ?? []), ...ties];
  const ordered = { ...own, type: 'ORDER_MODIFIER', orders };
  const distinct = modifiers.filter(({ type }) => type === 'DISTINCT_MODIFIER');
  const limits = modifiers.filter(({ type }) => type !== 'DISTINCT_MODIFIER' && type !== 'ORDER_MODIFIER');
  const node = { ...statement.node, modifiers: [...distinct, ordered, ...limits] };
  return writeExactly({ ...parsed, statements: [{ ...statement, node }] });
}
