import type { TFunction } from 'i18next';
import { type ColumnType, columnTypes } from '#shared/api/column.ts';

function isKnown(type: string): type is ColumnType {
  return columnTypes.some((known) => known === type);
}

/** A column's type in words; a type that only a remote service knows stays as it names it. */
export function typeName(t: TFunction, type: string): string {
  return isKnown(type) ? t(`types.${type}`) : type;
}
