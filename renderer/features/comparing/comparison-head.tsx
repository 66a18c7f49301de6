import { Box, Button, Select } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconArrowsExchange } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Version } from '#shared/api/records/version.ts';
import { versionNames } from '../../lib/versions/version-names.ts';
import { useLocale } from '../../state/settings.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import sheetStyles from '../../ui/layout/sheet.module.css';
import styles from './comparing.module.css';

/** Slugs of two versions. */
export interface Pair {
  readonly before: string;
  readonly after: string;
}

interface ComparisonHeadProps {
  readonly versions: readonly Version[];
  readonly pair: Pair;
  readonly onPair: (pair: Pair) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The compared versions, and the way back to their list. */
export function ComparisonHead({ versions, pair, onPair, onClose, children }: ComparisonHeadProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const data = [...versionNames(versions, locale)].map(([value, label]) => ({ value, label }));
  const select = (side: keyof Pair) => (
    <Select
      aria-label={t(side === 'before' ? 'comparing.before' : 'comparing.after')}
      data={data}
      value={pair[side]}
      onChange={(slug) => slug !== null && onPair({ ...pair, [side]: slug })}
      allowDeselect={false}
      searchable
      w={data.some(({ label }) => label.length > 28) ? 330 : 210}
    />
  );
  return (
    <div className={`${sheetStyles.bar} ${styles.head}`}>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<IconArrowLeft size={14} stroke={1.5} aria-hidden />}
        onClick={onClose}
      >
        {t('comparing.back')}
      </Button>
      {select('before')}
      <IconArrowRight size={14} stroke={1.5} aria-hidden />
      {select('after')}
      <IconButton
        label={t('comparing.swap')}
        onClick={() => onPair({ before: pair.after, after: pair.before })}
        icon={IconArrowsExchange}
      />
      <Box flex={1} />
      {children}
    </div>
  );
}
