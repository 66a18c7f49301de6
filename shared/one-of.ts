import { type TSchema, Type } from 'typebox';

/** The schema of one of several texts. */
export function oneOf<const Text extends string>(...texts: readonly Text[]) {
  return Type.Unsafe<Text>(Type.Union(texts.map((text) => Type.Literal(text))));
}

/** The schema of a value that may be null. */
export function orNull<Schema extends TSchema>(schema: Schema, description?: string) {
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
}
