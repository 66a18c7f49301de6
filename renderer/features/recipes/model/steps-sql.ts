import { quoteIdentifier, quoteLiteral } from '#shared/text/quoting.ts';
import { combiners, joinKinds, type RecipeStep, type StepOf } from './steps.ts';

/** The name of the WITH clause of a step. */
function clauseName(step: RecipeStep, at: number): string {
  return step.kind === 'data' ? 'data' : `${step.kind}_${at + 1}`;
}

/** The statement of steps: each but the last is a named WITH clause that a person can read. */
export function stepsSql(steps: readonly RecipeStep[]): string {
  const bodies = steps.map((step, at) => bodyOf(step, at === 0 ? '' : clauseName(steps[at - 1] ?? step, at - 1)));
  const clauses = steps.slice(0, -1).map((step, at) => `${clauseName(step, at)} AS (\n  ${bodies[at]}\n)`);
  const last = bodies.at(-1) ?? '';
  return clauses.length === 0 ? last : `WITH ${clauses.join(',\n')}\n${last}`;
}

const named = ({ name, as }: { readonly name: string; readonly as: string }, table = '') =>
  `${table}${quoteIdentifier(name)}${name === as ? '' : ` AS ${quoteIdentifier(as)}`}`;

const list = (names: readonly string[]) => names.map(quoteIdentifier).join(', ');

/** The query of a step over the clause before it. */
function bodyOf(step: RecipeStep, from: string): string {
  switch (step.kind) {
    case 'data':
      return `SELECT * FROM ${quoteIdentifier(step.input)}`;
    case 'filter':
      return `SELECT * FROM ${from} WHERE ${step.condition}`;
    case 'choose':
      return `SELECT ${step.columns.map((column) => named(column)).join(', ')} FROM ${from}`;
    case 'compute':
      return `SELECT *, ${step.expression} AS ${quoteIdentifier(step.name)} FROM ${from}`;
    case 'unpivot':
      return unpivotBody(step, from);
    case 'pivot': {
      const labels = step.labels.map(quoteLiteral).join(', ');
      const value = `${step.combiner}(${quoteIdentifier(step.value)})`;
      return `SELECT * FROM ${from} PIVOT (${value} FOR ${quoteIdentifier(step.column)} IN (${labels}))`;
    }
    case 'join':
      return joinBody(step, from);
    case 'stack':
      return `SELECT * FROM ${from} UNION ALL BY NAME SELECT * FROM ${quoteIdentifier(step.input)}`;
    case 'group': {
      const values = step.values.map(
        ({ combiner, column, as }) => `${combiner}(${quoteIdentifier(column)}) AS ${quoteIdentifier(as)}`,
      );
      return `SELECT ${[...step.keys.map(quoteIdentifier), ...values].join(', ')} FROM ${from} GROUP BY ALL`;
    }
    case 'distinct':
      return `SELECT DISTINCT * FROM ${from}`;
    case 'sort': {
      const terms = step.terms.map(
        ({ column, descending }) => `${quoteIdentifier(column)}${descending ? ' DESC' : ''}`,
      );
      return `SELECT * FROM ${from} ORDER BY ${terms.join(', ')}`;
    }
  }
}

function unpivotBody(
  { name, isNumber, values, groups, except, keepsMissing }: StepOf<'unpivot'>,
  from: string,
): string {
  const head = isNumber ? `* REPLACE (CAST(${quoteIdentifier(name)} AS BIGINT) AS ${quoteIdentifier(name)})` : '*';
  const several = (names: readonly string[]) => (values.length === 1 ? list(names) : `(${list(names)})`);
  const items = groups.map(({ label, columns }) =>
    columns.length === 1 && columns[0] === label
      ? quoteIdentifier(label)
      : `${several(columns)} AS ${quoteLiteral(label)}`,
  );
  const chosen =
    except === null ? items.join(', ') : `COLUMNS(*${except.length === 0 ? '' : ` EXCLUDE (${list(except)})`})`;
  const missing = keepsMissing ? ' INCLUDE NULLS' : '';
  return `SELECT ${head} FROM ${from} UNPIVOT${missing} (${several(values)} FOR ${quoteIdentifier(name)} IN (${chosen}))`;
}

function joinBody({ input, how, on, asText, columns }: StepOf<'join'>, from: string): string {
  const condition = joinCondition(on, asText);
  const chosen = ['l.*', ...(how === 'anti' ? [] : columns.map((column) => named(column, 'r.')))].join(', ');
  return `SELECT ${chosen} FROM ${from} AS l ${how.toUpperCase()} JOIN ${quoteIdentifier(input)} AS r ON ${condition}`;
}

/** The condition that pairs of columns of the tables `l` and `r` are equal. */
export function joinCondition(on: readonly (readonly [string, string])[], asText: boolean): string {
  const side = (table: string, column: string) =>
    asText ? `CAST(${table}.${quoteIdentifier(column)} AS VARCHAR)` : `${table}.${quoteIdentifier(column)}`;
  return on.map(([left, right]) => `${side('l', left)} = ${side('r', right)}`).join(' AND ');
}

const name = '"(?:[^"]|"")*"';
const text = "'(?:[^']|'')*'";
const clause = '(?:data|[a-z]+_\\d+)';
const names = new RegExp(name, 'g');
const texts = new RegExp(text, 'g');

const plainName = (quoted = '""') => quoted.slice(1, -1).replaceAll('""', '"');
const plainText = (quoted = "''") => quoted.slice(1, -1).replaceAll("''", "'");
const namesIn = (part = '') => (part.match(names) ?? []).map(plainName);

/**
 * The steps that wrote a statement; null for any other statement. What is read is written again and compared: a step
 * never stands for something else than the text says.
 */
export function readSteps(sql: string): RecipeStep[] | null {
  const found = /^WITH ([\s\S]*)\n\)\n([^\n]*)$/.exec(sql);
  const [, clauses = '', last = sql] = found ?? [];
  const bodies = found === null ? [] : clauses.split(/\n\),\n/).map((one) => one.replace(/^\w+ AS \(\n {2}/, ''));
  const steps = [...bodies, last].map(readBody);
  if (steps.some((step) => step === null)) return null;
  const read = steps as RecipeStep[];
  return stepsSql(read) === sql ? read : null;
}

type Reader = readonly [pattern: RegExp, read: (parts: readonly (string | undefined)[]) => RecipeStep];
const reader = (pattern: string, read: Reader[1]): Reader => [new RegExp(`^${pattern}$`), read];

const combiner = `(${combiners.join('|')})`;
const asNames = (part = '') =>
  Array.from(part.matchAll(new RegExp(`(${name})(?: AS (${name}))?`, 'g')), ([, from, as = from]) => ({
    name: plainName(from),
    as: plainName(as),
  }));

/** The most particular first: SELECT * FROM with a condition may contain anything. */
const readers: readonly Reader[] = [
  reader(`SELECT \\* FROM (${name})`, ([, input]) => ({ kind: 'data', input: plainName(input) })),
  reader(`SELECT DISTINCT \\* FROM ${clause}`, () => ({ kind: 'distinct' })),
  reader(`SELECT \\* FROM ${clause} UNION ALL BY NAME SELECT \\* FROM (${name})`, ([, input]) => ({
    kind: 'stack',
    input: plainName(input),
  })),
  reader(`SELECT \\* FROM ${clause} ORDER BY (${name}(?: DESC)?(?:, ${name}(?: DESC)?)*)`, ([, terms = '']) => ({
    kind: 'sort',
    terms: Array.from(terms.matchAll(new RegExp(`(${name})( DESC)?`, 'g')), ([, column, descending]) => ({
      column: plainName(column),
      descending: descending !== undefined,
    })),
  })),
  reader(
    `SELECT \\* FROM ${clause} PIVOT \\(${combiner}\\((${name})\\) FOR (${name}) IN \\((${text}(?:, ${text})*)\\)\\)`,
    ([, how, value, column, labels = '']) => ({
      kind: 'pivot',
      combiner: combiners.find((one) => one === how) ?? 'sum',
      value: plainName(value),
      column: plainName(column),
      labels: (labels.match(texts) ?? []).map(plainText),
    }),
  ),
  reader(
    `SELECT (\\*|\\* REPLACE .*?) FROM ${clause} UNPIVOT( INCLUDE NULLS)? \\((${name}|\\(.*?\\)) FOR (${name}) IN \\((.*)\\)\\)`,
    ([, head, missing, values, label, items = '']) => ({
      kind: 'unpivot',
      name: plainName(label),
      isNumber: head !== '*',
      values: namesIn(values),
      except: items.startsWith('COLUMNS(') ? namesIn(items) : null,
      groups: Array.from(
        (items.startsWith('COLUMNS(') ? '' : items).matchAll(
          new RegExp(`(${name}|\\(${name}(?:, ${name})*\\))(?: AS (${text}))?`, 'g'),
        ),
        ([, columns, given]) => ({
          label: given === undefined ? plainName(columns) : plainText(given),
          columns: namesIn(columns),
        }),
      ),
      keepsMissing: missing !== undefined,
    }),
  ),
  reader(
    `SELECT l\\.\\*(.*) FROM ${clause} AS l (LEFT|INNER|ANTI) JOIN (${name}) AS r ON (.*)`,
    ([, columns, how = '', input, condition = '']) => {
      const keys = namesIn(condition);
      return {
        kind: 'join',
        input: plainName(input),
        how: joinKinds.find((one) => one === how.toLowerCase()) ?? 'left',
        on: keys.flatMap((key, at) => (at % 2 === 0 ? [[key, keys[at + 1] ?? ''] as const] : [])),
        asText: condition.startsWith('CAST('),
        columns: asNames(columns),
      };
    },
  ),
  reader(`SELECT (.*) FROM ${clause} GROUP BY ALL`, ([, items = '']) => {
    const value = new RegExp(`${combiner}\\((${name})\\) AS (${name})`, 'g');
    return {
      kind: 'group',
      keys: namesIn(items.replaceAll(value, '')),
      values: Array.from(items.matchAll(value), ([, how, column, as]) => ({
        combiner: combiners.find((one) => one === how) ?? 'sum',
        column: plainName(column),
        as: plainName(as),
      })),
    };
  }),
  reader(`SELECT \\*, (.*) AS (${name}) FROM ${clause}`, ([, expression = '', as]) => ({
    kind: 'compute',
    expression,
    name: plainName(as),
  })),
  reader(`SELECT (${name}(?: AS ${name})?(?:, ${name}(?: AS ${name})?)*) FROM ${clause}`, ([, columns]) => ({
    kind: 'choose',
    columns: asNames(columns),
  })),
  reader(`SELECT \\* FROM ${clause} WHERE (.*)`, ([, condition = '']) => ({ kind: 'filter', condition })),
];

function readBody(body: string): RecipeStep | null {
  for (const [pattern, read] of readers) {
    const parts = pattern.exec(body);
    if (parts !== null) return read(parts);
  }
  return null;
}
