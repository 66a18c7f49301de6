import { type TProperties, type TSchema, Type } from 'typebox';

/** The schema of one of several texts. */
export function oneOf<const Text extends string>(...texts: readonly Text[]) {
  return Type.Unsafe<Text>(Type.Union(texts.map((text) => Type.Literal(text))));
}

/** The schema of a value that may be null. */
export function orNull<Schema extends TSchema>(schema: Schema, description?: string) {
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
}

/** The schema of a record that the API describes under a title. */
export function record<Properties extends TProperties>(title: string, properties: Properties, description?: string) {
  return Type.Object(properties, { title, ...(description !== undefined && { description }) });
}

export const text = (description: string) => Type.String({ description });
export const flag = (description: string) => Type.Boolean({ description });
export const count = (description: string) => Type.Integer({ minimum: 0, description });
