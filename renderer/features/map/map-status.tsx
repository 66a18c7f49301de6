import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ViewCount } from './count-view.ts';
import type { MapProgress } from './features/read-places.ts';
import styles from './map.module.css';

interface MapStatusProps {
  readonly progress: MapProgress;
  /** Null until counted. */
  readonly view: ViewCount | null;
  readonly colouring: boolean;
  /** Number of selected rows, and how many of them are marked. */
  readonly chosen: { readonly count: number; readonly marked: number } | null;
  readonly onReadOn: () => void;
}

function readText(t: TFunction, { phase, read, placed, count }: MapProgress): string {
  if (phase === 'reading' && read === 0) return t('map.reading');
  if (phase === 'reading') return count === null ? t('map.readingSome', { read }) : t('map.readingOf', { read, count });
  if (count === null) return t('map.readUnknown', { read });
  return placed === count ? t('map.allOnMap', { count }) : t('map.someOnMap', { placed, count });
}

function viewText(t: TFunction, { inView, alone, groups }: ViewCount): string {
  return groups === 0 ? t('map.viewAll', { count: inView }) : t('map.viewGroups', { alone, inView, groups });
}

function chosenText(t: TFunction, { count, marked }: { readonly count: number; readonly marked: number }): string {
  return marked < count ? t('map.chosenSome', { marked, count }) : t('map.chosen', { count });
}

/** How many of the rows are on the map and how they are drawn, with a way to show the rest. */
export function MapStatus({ progress, view, colouring, chosen, onReadOn }: MapStatusProps) {
  const { t } = useTranslation();
  const parts = [
    readText(t, progress),
    view === null || progress.placed === 0 ? '' : viewText(t, view),
    chosen === null ? '' : chosenText(t, chosen),
    colouring ? t('map.colouring') : '',
  ];
  return (
    <p className={styles.status}>
      {/* While rows arrive, every page would be announced. */}
      <span className="quiet" role={progress.phase === 'reading' ? undefined : 'status'}>
        {parts.filter((part) => part !== '').join(' · ')}
      </span>
      {progress.phase === 'paused' && (
        <Button variant="default" size="compact-xs" onClick={onReadOn}>
          {t('map.readAll')}
        </Button>
      )}
    </p>
  );
}
