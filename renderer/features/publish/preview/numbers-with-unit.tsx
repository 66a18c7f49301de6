import { IconPercentage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ColumnType } from '#shared/api/column.ts';
import { changeColumn, type Draft } from '../draft.ts';
import { changeDraft } from '../publish-store.ts';
import type { DraftColumn } from './draft-columns.ts';
import { listedNames } from './listed-names.ts';
import { Decision, Proposal } from './proposal.tsx';

interface Measured {
  readonly column: DraftColumn;
  readonly sign: string;
  /** Without the sign. */
  readonly type: ColumnType;
}

/** Suggests storing numbers that are text because of the sign of their unit, which then describes the column. */
export function NumbersWithUnit({ columns }: { columns: readonly DraftColumn[] }) {
  const { t } = useTranslation();
  const measured = columns.flatMap((column): Measured[] =>
    column.used && column.unit ? [{ column, ...column.unit }] : [],
  );
  if (measured.length === 0) return null;
  const names = measured.map(({ column, sign }) => `${column.name} (${sign})`);
  const text = t('publish.withUnit', { columns: listedNames(names) });
  const change = (edit: (draft: Draft, measured: Measured) => Draft) =>
    changeDraft((draft) => measured.reduce(edit, draft));
  return (
    <Proposal icon={IconPercentage} text={text}>
      <Decision onClick={() => change(asNumbers)}>{t('publish.storeAsNumbers')}</Decision>
      <Decision onClick={() => change(asText)}>{t('publish.keepAsText')}</Decision>
    </Proposal>
  );
}

/** Values further down may be fractions, unless all were read. */
function asNumbers(draft: Draft, { column, sign, type }: Measured): Draft {
  const description = column.description === '' ? sign : column.description;
  return changeColumn(draft, column.source, { type: column.evidence?.whole ? type : 'float', description });
}

function asText(draft: Draft, { column }: Measured): Draft {
  return changeColumn(draft, column.source, { type: 'text' });
}
