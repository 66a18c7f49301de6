import { IconCloudCheck, IconCloudUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { pinnedQuery } from '../../backend/jobs.ts';
import { pinState } from '../../lib/catalogue/pinned.ts';
import styles from './jobs.module.css';

/** Marks a dataset that has a local copy, or is one, and whether there is a newer version. */
export function PinBadge({ reference, address }: { reference: DatasetReference; address: string }) {
  const { t } = useTranslation();
  const { data: pinned = [] } = useQuery(pinnedQuery);
  const state = pinState(pinned, reference, address);
  if (state.kind === 'none') return null;
  const newer = state.pinned.newer !== null;
  const origin = { address: state.pinned.origin.address };
  const label =
    state.kind === 'origin'
      ? t(newer ? 'pin.newer' : 'pin.offline')
      : t(newer ? 'pin.copyNewer' : 'pin.copyOf', origin);
  const Icon = newer ? IconCloudUp : IconCloudCheck;
  return (
    <span
      className={styles.pinBadge}
      data-newer={newer || undefined}
      role="img"
      aria-label={label}
      data-tooltip={label}
    >
      <Icon size={14} stroke={1.5} aria-hidden />
    </span>
  );
}
