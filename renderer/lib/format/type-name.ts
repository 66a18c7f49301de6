import type { TFunction } from 'i18next';
import { type ColumnType, columnTypes } from '#shared/api/column.ts';
import { type MomentKind, momentKinds } from '#shared/time/moment-kind.ts';

const known: readonly (ColumnType | MomentKind)[] = [...columnTypes, ...momentKinds];

function isKnown(type: string): type is ColumnType | MomentKind {
  return known.some((one) => one === type);
}

/** A column's type, or its kind of date or time, in words; types known only to a remote service are shown as sent. */
export function typeName(t: TFunction, type: string): string {
  return isKnown(type) ? t(`types.${type}`) : type;
}
