import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import type { Column } from '#shared/api/column.ts';
import { readRows } from '../../backend/rows.ts';
import { cellText, formatOfColumn } from '../../lib/format/cell-text.ts';
import { formatFigure, formatShortNumber } from '../../lib/format/format.ts';
import { classText } from '../../lib/groups/value-breaks.ts';
import { useLocale } from '../../state/settings.ts';
import type { DatasetTab } from '../../state/tab.ts';
import { SmallButton } from '../../ui/actions/icon-button.tsx';
import { hint } from '../../ui/tooltip/hint.ts';
import type { Pointed } from './engine/map-canvas.tsx';
import { largestSize, leastSize } from './engine/map-style.ts';
import type { MapProgress } from './features/read-places.ts';
import type { ViewCount } from './features/tile-features.ts';
import styles from './map.module.css';
import { type SizeScale, sizeIn, type ValueClass } from './value-classes.ts';

interface MapStatusProps {
  readonly progress: MapProgress;
  /** Null until counted. */
  readonly view: ViewCount | null;
  readonly colouring: boolean;
  /** Number of selected rows, and how many of them are marked. */
  readonly chosen: { readonly count: number; readonly marked: number } | null;
  readonly onReadOn: () => void;
}

function readText({ phase, read, placed, count }: MapProgress): string {
  if (phase === 'reading' && read === 0) return t('map.reading');
  if (phase === 'reading') return count === null ? t('map.readingSome', { read }) : t('map.readingOf', { read, count });
  if (count === null) return t('map.readUnknown', { read });
  return placed === count ? t('map.allOnMap', { count }) : t('map.someOnMap', { placed, count });
}

function viewText({ inView, alone, groups }: ViewCount): string {
  return groups === 0 ? t('map.viewAll', { count: inView }) : t('map.viewGroups', { alone, inView, groups });
}

function chosenText({ count, marked }: { readonly count: number; readonly marked: number }): string {
  return marked < count ? t('map.chosenSome', { marked, count }) : t('map.chosen', { count });
}

/** How many of the rows are on the map and how they are drawn, with a way to show the rest. */
export function MapStatus({ progress, view, colouring, chosen, onReadOn }: MapStatusProps) {
  const parts = [
    readText(progress),
    view === null || progress.placed === 0 ? '' : viewText(view),
    chosen === null ? '' : chosenText(chosen),
    colouring ? t('map.colouring') : '',
  ];
  return (
    <p className={styles.status}>
      {/* While rows arrive, every page would be announced. */}
      <span className="quiet" role={progress.phase === 'reading' ? undefined : 'status'}>
        {parts.filter((part) => part !== '').join(' · ')}
      </span>
      {progress.phase === 'paused' && <SmallButton text={t('map.readAll')} onClick={onReadOn} />}
    </p>
  );
}

/** Maximum number of values shown for the row under the pointer. */
const maxFields = 5;
/** Maximum number of columns that are read for them. */
const maxRead = 12;
/** Maximum size of the hint in pixels: closer to an edge it is placed on the other side of the pointer. */
const room = { width: 330, height: 150 };

interface RowHintProps {
  readonly pointed: Pointed;
  readonly tab: DatasetTab;
  readonly columns: readonly Column[];
  /** Size of the map in pixels. */
  readonly width: number;
  readonly height: number;
}

/** Reads the first values of a row, except geometries, which are on the map. */
function useRow(tab: DatasetTab, row: number, columns: readonly Column[], enabled: boolean) {
  const { connection, namespace, dataset } = tab.reference;
  const fields = columns.map(({ name }) => name);
  return useQuery({
    queryKey: ['mapRow', connection, namespace, dataset, tab.query, row],
    queryFn: ({ signal }) => readRows(tab.reference, { ...tab.query, fields }, row, 1, signal),
    enabled: enabled && fields.length > 0,
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  });
}

/** The first values of the row under the pointer, or the number of rows in a cluster. */
export function RowHint({ pointed, tab, columns, width, height }: RowHintProps) {
  const locale = useLocale();
  const { row, count, more, x, y } = pointed;
  const read = columns.filter((column) => column.type !== 'geometry').slice(0, maxRead);
  const { data, isPlaceholderData } = useRow(tab, row, read, count === 1);
  const values = isPlaceholderData ? undefined : data?.rows[0];
  const lines = read.flatMap((column, position) => {
    const cell = values?.[position] ?? null;
    if (cell === null) return [];
    return [{ column, text: cellText(cell, { locale, raw: false, ...formatOfColumn(column) }) }];
  });
  const place = {
    ...(x + room.width > width ? { right: width - x + 12 } : { left: x + 12 }),
    ...(y + room.height > height ? { bottom: height - y + 12 } : { top: y + 12 }),
  };
  return (
    <div className={styles.hint} style={place}>
      <strong>{count === 1 ? t('map.row', { row: row + 1 }) : t('map.group', { count })}</strong>
      {count === 1 &&
        lines.slice(0, maxFields).map(({ column, text }) => (
          <div key={column.name} className={styles.hintLine}>
            <span className="quiet">{column.label || column.name}</span> {text}
          </div>
        ))}
      {more > 0 && <div className="quiet">{t('map.moreHere', { count: more })}</div>}
      <div className={styles.hintDo}>{count === 1 ? t('map.rowHint') : t('map.groupHint')}</div>
    </div>
  );
}

interface LegendProps {
  /** Name of the column that colours. */
  readonly title: string;
  readonly classes: readonly ValueClass[];
  readonly colours: readonly string[];
  /** Index of the highlighted class. */
  readonly only: number | null;
  readonly onOnly: (position: number | null) => void;
}

/** The legend of the map's colours. A class can be highlighted, so that colours need not be distinguished. */
export function Legend({ title, classes, colours, only, onOnly }: LegendProps) {
  const locale = useLocale();
  const words = (each: ValueClass): string => {
    switch (each.kind) {
      case 'range':
        return classText(each, (value, digits) => formatShortNumber(value, locale, digits));
      case 'value':
        return each.value;
      case 'others':
        return t('map.others');
      case 'missing':
        return t('map.missing');
    }
  };
  return (
    <figure className={styles.legend} aria-label={t('map.legend')} {...hint(t('map.legendHint'))}>
      <figcaption>{title}</figcaption>
      <p>{classesText(classes)}</p>
      <ul>
        {classes.map((each, position) => (
          <li key={JSON.stringify(each)}>
            <button
              type="button"
              aria-pressed={only === position}
              onClick={() => onOnly(only === position ? null : position)}
            >
              <span className={styles.swatch} style={{ background: colours[position] ?? 'transparent' }} />
              <span className={styles.class}>{words(each)}</span>
            </button>
          </li>
        ))}
      </ul>
    </figure>
  );
}

/** How the values were divided, where that does not follow from the classes. */
function classesText(classes: readonly ValueClass[]): string {
  const count = (kind: ValueClass['kind']) => classes.filter((each) => each.kind === kind).length;
  if (count('range') > 0) return t('chartClasses.quantileNote', { count: count('range') });
  return count('others') > 0 ? t('map.mostFrequent', { count: count('value') }) : '';
}

/** Pixels from the centre of a point of plain size in the legend. */
const plainPx = 3;

/** The legend of the map's sizes: the largest value, the one with a quarter of its area, and the smallest. */
export function SizeLegend({ title, scale }: { readonly title: string; readonly scale: SizeScale }) {
  const locale = useLocale();
  const { from, to } = scale;
  const values = from === to ? [to] : [to, Number((from + (to - from) / 4).toPrecision(2)), from];
  return (
    <figure className={styles.legend} aria-label={t('map.sizes')}>
      <figcaption>{title}</figcaption>
      {values.map((value) => {
        const px = 2 * plainPx * (leastSize + (largestSize - leastSize) * sizeIn(scale, value));
        return (
          <div key={value} className={styles.size}>
            <span style={{ width: px, height: px, marginInline: plainPx * largestSize - px / 2 }} />
            {formatFigure(value, locale)}
          </div>
        );
      })}
    </figure>
  );
}
