import { type Static, Type } from 'typebox';

/** Every error body except for invalid input: `{"detail": text}`. */
export const Detail = Type.Object({ detail: Type.String() }, { title: 'Detail' });
export type Detail = Static<typeof Detail>;

/** The body of a 400 for invalid input: messages by field or parameter, `non_field_errors` for the rest. */
export const FieldErrors = Type.Record(Type.String(), Type.Array(Type.String()), { title: 'FieldErrors' });
export type FieldErrors = Static<typeof FieldErrors>;

/**
 * A header (an extension) of responses that refuse a version because its stored file is damaged, a query because it has
 * too many groups, work because the disk has too little space for it, or anything while the store cannot be reached: the code of the failure from `shared/failures.ts`, so that no program has to parse the text.
 */
export const problemHeader = 'almanac-problem';
