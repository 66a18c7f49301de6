import type { ExplanationCode } from './failures.ts';

/**
 * A type whose members are read-only at every depth. Explanations already are: the compiler need not go through all of
 * their codes.
 */
export type Immutable<Type> = Type extends { readonly code: ExplanationCode; readonly values: object }
  ? Type
  : Type extends object
    ? { readonly [Name in keyof Type]: Immutable<Type[Name]> }
    : Type;
