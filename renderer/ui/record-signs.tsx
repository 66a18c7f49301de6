import { Box } from '@mantine/core';
import {
  IconBookmark,
  IconChartBar,
  IconEyeOff,
  IconLock,
  type IconProps,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import { t } from 'i18next';
import type { QuerySummary } from '#shared/rpc/calls/queries.ts';
import type { Access } from '../lib/catalogue/find-records.ts';

/** Marks what not everybody can read. */
export function AccessBadge({ access, className }: { access: Access; className?: string | undefined }) {
  const sign = { size: 14, stroke: 1.5, className, role: 'img' } as const;
  if (access === 'private') return <IconLock {...sign} aria-label={t('tree.notPublic')} />;
  if (access === 'hidden') return <IconEyeOff {...sign} aria-label={t('editing.hidden')} />;
  return access === 'groups' ? <IconUsers {...sign} aria-label={t('catalogue.groupsOnly')} /> : null;
}

/** Shows whether a saved query opens as a chart or as rows. */
export function QueryIcon({ query, ...icon }: { query: QuerySummary } & IconProps) {
  const isChart = query.asks.kind === 'view' && query.asks.chart !== undefined;
  return isChart ? <IconChartBar {...icon} /> : <IconBookmark {...icon} />;
}

interface DatasetSignProps {
  /** What it means, also shown as a tooltip. */
  readonly label: string;
  readonly icon: TablerIcon;
  readonly tone: 'plain' | 'news' | 'problem';
}

const tones = { plain: 'var(--text-faint)', news: 'var(--accent)', problem: 'var(--warning)' } as const;

/** A sign beside the name of a dataset. */
export function DatasetSign({ label, icon: Icon, tone }: DatasetSignProps) {
  return (
    <Box
      component="span"
      display="inline-flex"
      flex="none"
      c={tones[tone]}
      role="img"
      aria-label={label}
      data-tooltip={label}
    >
      <Icon size={14} stroke={1.5} aria-hidden />
    </Box>
  );
}
