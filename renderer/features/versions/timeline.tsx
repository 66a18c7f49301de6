import { Box } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconMinus, IconPlus, IconZoomReset } from '@tabler/icons-react';
import { t } from 'i18next';
import type { KeyboardEvent } from 'react';
import { formatCount, formatMoment, formatMomentDay, formatTick } from '../../lib/format/format.ts';
import { useLocale } from '../../state/settings.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import styles from './timeline.module.css';
import { type TimeSpan, type TimeView, timeClusters, timeTicks, useTimeView } from './use-time-view.ts';
import type { KnownVersion } from './version-table.tsx';

interface TimelineProps {
  /** Newest first. */
  readonly versions: readonly KnownVersion[];
  /** Times of checks without a change, ISO 8601. */
  readonly unchanged: readonly string[];
  readonly chosen: string | null;
  readonly onChoose: (slug: string) => void;
}

/** Pixels. */
const height = 104;
const [top, bottom, dotWidth] = [14, 26, 26];

/** The time range of all versions and checks after the first one, with a margin. */
function wholeSpan(dots: readonly KnownVersion[], checks: readonly number[]): TimeSpan {
  const [from, to] = [dots[0]?.at ?? 0, checks.reduce((latest, at) => Math.max(latest, at), dots.at(-1)?.at ?? 0)];
  const air = Math.max((to - from) * 0.03, 3_600_000);
  return { from: from - air, to: to + air };
}

function textOf({ version, rows }: KnownVersion, locale: string): string {
  return t('versions.dot', {
    date: formatMoment(version.datetime, locale),
    rows: rows === null ? version.label : t('common.rows', { count: rows }),
  });
}

/**
 * Versions along a time axis; their height is the row count. A single tab stop: arrow keys move between versions, plus
 * and minus zoom. Ctrl and the wheel zoom too, dragging pans, a dot selects its line below.
 */
export function Timeline({ versions, unchanged, chosen, onChoose }: TimelineProps) {
  const locale = useLocale();
  const { ref, width } = useElementSize();
  const dots = versions.filter(({ at }) => !Number.isNaN(at)).sort((a, b) => a.at - b.at);
  const checks = unchanged.map((at) => Date.parse(at)).filter((at) => at >= (dots[0]?.at ?? 0));
  const view = useTimeView(wholeSpan(dots, checks), width);
  const [first, last] = [dots[0], dots.at(-1)];
  if (first === undefined || last === undefined) return null;
  const position = dots.findIndex(({ version }) => version.slug === chosen);
  const at = dots[position];
  const show = (dot: KnownVersion | undefined) => {
    if (dot === undefined) return;
    onChoose(dot.version.slug);
    view.reveal(dot.at);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = {
      ArrowLeft: Math.max(0, (position < 0 ? dots.length : position) - 1),
      ArrowRight: Math.min(dots.length - 1, position < 0 ? dots.length - 1 : position + 1),
      Home: 0,
      End: dots.length - 1,
    }[event.key];
    if (target !== undefined) show(dots[target]);
    else if (event.key === '+' || event.key === '=') view.zoom(0.5, at?.at);
    else if (event.key === '-') view.zoom(2, at?.at);
    else if (event.key === '0') view.showAll();
    else return;
    event.preventDefault();
  };
  const [from, to] = [formatMomentDay(first.version.datetime, locale), formatMomentDay(last.version.datetime, locale)];
  const count = dots.length;
  const summary =
    from === to ? `${t('common.versions', { count })}, ${from}` : t('versions.timelineText', { count, from, to });
  return (
    <div className={styles.timeline}>
      <div className={styles.head}>
        <h3>{t('versions.timeline')}</h3>
        <span className="quiet">{summary}</span>
        <Box flex={1} />
        <ZoomButtons view={view} />
      </div>
      <div
        ref={ref}
        className={styles.drawing}
        role="slider"
        tabIndex={0}
        aria-label={t('versions.axis')}
        aria-valuemin={1}
        aria-valuemax={dots.length}
        aria-valuenow={position < 0 ? dots.length : position + 1}
        aria-valuetext={at === undefined ? summary : textOf(at, locale)}
        onKeyDown={onKeyDown}
      >
        {width > 0 && <Drawing dots={dots} checks={checks} view={view} width={width} chosen={chosen} onShow={show} />}
      </div>
    </div>
  );
}

function ZoomButtons({ view }: { view: TimeView }) {
  return (
    <>
      <IconButton size="xs" label={t('versions.zoomIn')} onClick={() => view.zoom(0.5)} icon={IconPlus} />
      <IconButton
        size="xs"
        label={t('versions.zoomOut')}
        disabled={!view.zoomedIn}
        onClick={() => view.zoom(2)}
        icon={IconMinus}
      />
      <IconButton
        size="xs"
        label={t('versions.showAll')}
        disabled={!view.zoomedIn}
        onClick={view.showAll}
        icon={IconZoomReset}
      />
    </>
  );
}

interface DrawingProps {
  /** Oldest first. */
  readonly dots: readonly KnownVersion[];
  readonly checks: readonly number[];
  readonly view: TimeView;
  readonly width: number;
  readonly chosen: string | null;
  readonly onShow: (version: KnownVersion) => void;
}

/** Hidden from the accessibility tree: the surrounding slider and the table below are equivalent. */
function Drawing({ dots, checks, view, width, chosen, onShow }: DrawingProps) {
  const locale = useLocale();
  const { span, scale } = view;
  const highest = dots.reduce((most, { rows }) => Math.max(most, rows ?? 0), 1);
  const level = (rows: number | null) => top + (height - top - bottom) * (1 - (rows ?? highest) / highest);
  const seen = dots.filter(({ at }) => at >= span.from && at <= span.to);
  return (
    <svg ref={view.drawing} width={width} height={height} aria-hidden="true" onPointerDown={view.onPointerDown}>
      <line className={styles.axis} x1={0} x2={width} y1={height - bottom + 0.5} y2={height - bottom + 0.5} />
      {timeTicks(span.from, span.to, width / 110).map((tick) => (
        <g key={tick.at} transform={`translate(${Math.round(scale(tick.at)) + 0.5} 0)`}>
          <line className={styles.axis} y1={height - bottom} y2={height - bottom + 5} />
          <text className={styles.label} y={height - 7} textAnchor="middle">
            {formatTick(tick.at, tick.unit, locale)}
          </text>
        </g>
      ))}
      <TicksOf checks={checks} view={view} />
      <path className={styles.steps} d={stepPath(dots, scale, level)} />
      {timeClusters(seen, ({ at }) => scale(at), dotWidth).map((items) => (
        <Dot
          key={items[0]?.version.slug}
          items={items}
          y={level(items.at(-1)?.rows ?? null)}
          isChosen={items.some(({ version }) => version.slug === chosen)}
          view={view}
          onShow={onShow}
        />
      ))}
    </svg>
  );
}

/** Checks without a change, as ticks on the axis; at most one per pixel. */
function TicksOf({ checks, view: { span, scale } }: Pick<DrawingProps, 'checks' | 'view'>) {
  const locale = useLocale();
  const seen = checks.filter((at) => at >= span.from && at <= span.to);
  const byPixel = new Map(seen.map((at) => [Math.round(scale(at)), at]));
  return [...byPixel].map(([x, at]) => (
    <line key={x} className={styles.check} x1={x + 0.5} x2={x + 0.5} y1={height - bottom - 6} y2={height - bottom}>
      <title>{t('versions.unchanged', { date: formatMoment(new Date(at).toISOString(), locale) })}</title>
    </line>
  ));
}

interface DotProps {
  readonly items: readonly KnownVersion[];
  readonly y: number;
  readonly isChosen: boolean;
  readonly view: TimeView;
  readonly onShow: (version: KnownVersion) => void;
}

/** A version, or the number of versions too close to be drawn separately: a click zooms in then. */
function Dot({ items, y, isChosen, view, onShow }: DotProps) {
  const locale = useLocale();
  const [first, last] = [items[0], items.at(-1)];
  if (first === undefined || last === undefined) return null;
  const apart = last.at - first.at;
  const x = (view.scale(first.at) + view.scale(last.at)) / 2;
  const choose = () => {
    if (apart === 0) onShow(last);
    else view.zoom(Math.max(0.02, (apart * 2) / (view.span.to - view.span.from)), (first.at + last.at) / 2);
  };
  const words =
    items.length === 1
      ? textOf(last, locale)
      : t('versions.dots', {
          count: items.length,
          from: formatMoment(first.version.datetime, locale),
          to: formatMoment(last.version.datetime, locale),
        });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the slider around it and the table below do the same.
    <g className={styles.dot} data-chosen={isChosen || undefined} onClick={choose}>
      <title>{words}</title>
      {items.length === 1 ? (
        <circle cx={x} cy={y} r={isChosen ? 5.5 : 4} />
      ) : (
        <>
          <rect x={x - 11} y={y - 8} width={22} height={16} rx={8} />
          <text x={x} y={y + 4} textAnchor="middle">
            {formatCount(items.length, locale)}
          </text>
        </>
      )}
    </g>
  );
}

/** Steps from one version to the next: a version stays current until the next one. */
function stepPath(
  dots: readonly KnownVersion[],
  scale: (at: number) => number,
  level: (rows: number | null) => number,
): string {
  return dots
    .map((dot, position) => {
      const [x, y] = [scale(dot.at).toFixed(1), level(dot.rows).toFixed(1)];
      return position === 0 ? `M${x} ${y}` : `H${x}V${y}`;
    })
    .join('');
}
