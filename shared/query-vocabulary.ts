import vocabulary from './query-vocabulary.json' with { type: 'json' };

/** The lookups of a filter, those of Django and `bbox` for geometry. */
export const lookups = namesOf(vocabulary.lookups);

/** Languages by whose rules texts can be ordered: the official ones of the European Union. */
export const collations = namesOf(vocabulary.collations);

/** How an order can be chosen: by the rules of a language, or `codes`, by the places in the code lists of the columns. */
export const orders = [...collations, 'codes'] as const;

/** Functions of keys, with the column types and arguments that they accept. */
export const keyFunctions = vocabulary.keyFunctions;
export const keyFunctionNames = namesOf(keyFunctions);

/**
 * Functions of aggregates, with the column types and arguments that they accept. `sql` has the engine's functions for
 * integers and for other values, of which those of floats lose no digits on the way.
 */
export const aggregateFunctions = vocabulary.aggregateFunctions;
export const aggregateFunctionNames = namesOf(aggregateFunctions);

/** Functions that compare the groups of a request with each other, with what they take. */
export const derivationForms = vocabulary.derivationForms;
export const deriveFunctionNames = Object.keys(derivationForms);

/** The lookups for aggregates: those of numbers. */
export const havingLookups = ['exact', 'ne', 'gt', 'gte', 'lt', 'lte', 'range', 'in', 'isnull'] as const;

/** Who may run SQL over HTTP. */
export const sqlAccesses = ['off', 'accounts', 'all'] as const;
export type SqlAccess = (typeof sqlAccesses)[number];

function namesOf<Name extends string>(named: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(named) as Name[];
}
