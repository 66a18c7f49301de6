import { Type } from 'typebox';
import type { Explanation, Failure } from '../failures.ts';

// The schemas of explanations and failures, apart from them: a thread or process that only creates some loads no
// validation.

const coded = { code: Type.String(), values: Type.Record(Type.String(), Type.Unknown()) };

/** The form of an explanation between processes of one release; stored ones are read by `readExplanation`. */
export const ExplanationSchema = Type.Unsafe<Explanation>(Type.Object(coded));

/** The form of a failure between processes of one release. */
export const FailureSchema = Type.Unsafe<Failure>(
  Type.Object({
    ...coded,
    kind: Type.String(),
    where: Type.String(),
    retry: Type.Boolean(),
    retryAfter: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
);
