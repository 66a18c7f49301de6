import { t } from 'i18next';
import { maxNamed } from '#shared/codes/unlisted-codes.ts';

interface UnlistedCodesProps {
  /** By column, which are in no list: how many, and some of them. */
  readonly unlisted: readonly {
    readonly column: string;
    readonly count: number;
    readonly values: readonly string[];
  }[];
}

/** Says which values of columns are in no code list. */
export function UnlistedCodes({ unlisted }: UnlistedCodesProps) {
  return unlisted.map(({ column, count, values }) => {
    const named = values.slice(0, maxNamed).join(', ');
    return (
      <p key={column}>{t('codes.unlisted', { column, count, values: count > maxNamed ? `${named} …` : named })}</p>
    );
  });
}
