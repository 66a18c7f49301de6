import type { TFunction } from 'i18next';
import { type ColumnType, columnTypes } from '#shared/api/column.ts';
import { type MomentKind, momentKinds } from '#shared/time/moment-kind.ts';

const known: readonly (ColumnType | MomentKind)[] = [...columnTypes, ...momentKinds];

function isKnown(type: string): type is ColumnType | MomentKind {
  return known.some((one) => one === type);
}

/** A column's type, or what its dates and times are, in words; a type that only a remote service knows stays as it names it. */
export function typeName(t: TFunction, type: string): string {
  return isKnown(type) ? t(`types.${type}`) : type;
}
