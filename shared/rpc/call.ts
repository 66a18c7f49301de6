import { type TSchema, Type } from 'typebox';

/** One call between processes: the schemas of its parameters, an object, and of its result. */
export function call<Parameters extends TSchema, Result extends TSchema>(parameters: Parameters, result: Result) {
  return { parameters, result } as const;
}

/** The parameters of a call that has none. */
export const nothing = Type.Object({});

/** The result of a call that returns nothing. */
export const done = Type.Void();
