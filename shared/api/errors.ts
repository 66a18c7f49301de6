import { type Static, Type } from 'typebox';

/** Every error body but that of a bad input: `{"detail": text}`. */
export const Detail = Type.Object({ detail: Type.String() }, { title: 'Detail' });
export type Detail = Static<typeof Detail>;

/** The body of a 400 for bad input: messages by field or parameter, `non_field_errors` for the rest. */
export const FieldErrors = Type.Record(Type.String(), Type.Array(Type.String()), { title: 'FieldErrors' });
export type FieldErrors = Static<typeof FieldErrors>;
