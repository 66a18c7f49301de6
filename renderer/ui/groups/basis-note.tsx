import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RowBasis } from '#shared/rpc/calls/statistics.ts';

interface BasisNoteProps {
  readonly basis: RowBasis;
  /** Null if no more rows can be read. */
  readonly onReadMore: (() => void) | null;
}

/** States over which rows groups were calculated, and offers to include more. */
export function BasisNote({ basis, onReadMore }: BasisNoteProps) {
  const { t } = useTranslation();
  if (basis.kind === 'all') return <span>{t('charts.overAllUncounted')}</span>;
  if (basis.kind === 'copy') return <span>{t('charts.overCopy')}</span>;
  const all = basis.of === null ? t('common.unknown') : t('common.number', { value: basis.of });
  return (
    <>
      <span>{t('charts.overPart', { rows: basis.rows, all })}</span>
      {onReadMore !== null && (
        <Button variant="subtle" size="compact-xs" onClick={onReadMore}>
          {t('charts.readMore')}
        </Button>
      )}
    </>
  );
}
