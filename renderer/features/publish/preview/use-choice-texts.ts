import { useTranslation } from 'react-i18next';
import type { FoundColumn } from '#shared/rpc/source-file.ts';

type Options = NonNullable<FoundColumn['question']>['choices'][number]['options'];

/** Describes a choice of how values are read. */
export function useChoiceWords(): (options: Options) => string {
  const { t } = useTranslation();
  return ({ dates, decimalComma }) => {
    if (dates === 'day-first') return t('publish.dayFirst');
    if (dates === 'month-first') return t('publish.monthFirst');
    if (dates === 'as-text') return t('publish.datesAsText');
    return t(decimalComma === true ? 'publish.commaDecimal' : 'publish.pointDecimal');
  };
}
