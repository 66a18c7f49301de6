import type { Collation } from '#shared/row-query.ts';
import { quoteLiteral } from '#shared/text/quoting.ts';
import { isInstant } from '#shared/time/instant.ts';
import type { MomentKind } from '#shared/time/moment-kind.ts';

/**
 * Version of the rules by which values are compared and calculated, and texts searched. Views, groups, comparisons and
 * profiles by other rules are made again, and clients ask again for the answers that they keep.
 */
export const comparisonRules = 3;

/**
 * The instant of a date-time in a column all of whose values are date-times (`reading/values/stored-moments.ts`), in
 * nanoseconds since 1970; one without an offset counts as UTC. `instantOf` calculates the same for a single text.
 */
export function instantSql(text: string): string {
  const microseconds = (whole: string) => `epoch_us(TRY_CAST(${whole} AS TIMESTAMPTZ))`;
  const seconds = `CASE WHEN substr(${text}, 17, 1) = ':' THEN TRY_CAST(substr(${text}, 18, 2) AS INTEGER) ELSE 0 END`;
  const fraction = `regexp_extract(${text}, '[.][0-9]+')`;
  const zone = `coalesce(nullif(regexp_extract(${text}, '(Z|[+-][0-9]{2}(:?[0-9]{2})?)$'), ''), 'Z')`;
  // The engine reads neither second 60 nor an offset behind a time without seconds, and takes a time without an offset
  // for a local one.
  const any = `${microseconds(`left(${text}, 16) || ':00' || ${fraction} || ${zone}`)} + ${seconds} * 1000000`;
  const isUsual = `substr(${text}, 17, 3) BETWEEN ':00' AND ':59' AND (ends_with(${text}, 'Z') OR substr(${text}, -6, 1) IN ('+', '-'))`;
  const beyond = `CASE WHEN length(${text}) > 26 THEN CAST(rpad(regexp_extract(${text}, '[.][0-9]{6}([0-9]{1,3})', 1), 3, '0') AS INTEGER) ELSE 0 END`;
  return `(CASE WHEN ${isUsual} THEN ${microseconds(text)} ELSE ${any} END::HUGEINT * 1000 + ${beyond})`;
}

/** What the values of a column are compared and ordered by: date-times by their instant, others by themselves. */
export function comparedSql({ moment }: { readonly moment?: MomentKind | undefined }, reference: string): string {
  return isInstant(moment) ? instantSql(reference) : reference;
}

/** What texts are ordered by to have the order of a language: their sort keys of ICU. */
export function collatedSql(reference: string, collation: Collation): string {
  return `icu_sort_key(${reference}, ${quoteLiteral(collation)})`;
}
