import { useElementSize } from '@mantine/hooks';
import { IconMinus, IconPlus, IconZoomReset } from '@tabler/icons-react';
import { type PointerEvent, useState, type WheelEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Version } from '#shared/api/version.ts';
import { formatDay, formatTick } from '../../lib/format.ts';
import { type TimeSpan, zoomed } from '../../lib/time-span.ts';
import { timeTicks } from '../../lib/time-ticks.ts';
import { readVersionMetadata } from '../../lib/version-metadata.ts';
import { useLocale } from '../../settings.ts';
import { IconButton } from '../../ui/icon-button.tsx';

interface TimelineProps {
  readonly versions: readonly Version[];
  readonly chosen: string | null;
  readonly onChoose: (slug: string) => void;
}

const height = 104;
const [top, bottom, side] = [14, 26, 20];
const plot = height - top - bottom;

interface Dot {
  readonly slug: string;
  readonly at: number;
  readonly rows: number | null;
}

/** All of the time that versions lie in, with some air around it. */
function wholeSpan(dots: readonly Dot[]): TimeSpan {
  const moments = dots.map((dot) => dot.at);
  const [from, to] = [Math.min(...moments), Math.max(...moments)];
  const air = Math.max((to - from) * 0.03, 3_600_000);
  return { from: from - air, to: to + air };
}

/** Versions along a time axis, as high as they have rows. The wheel with Ctrl zooms, dragging moves, a dot chooses its line below. */
export function Timeline({ versions, chosen, onChoose }: TimelineProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { ref, width } = useElementSize();
  const dots = versions
    .map(
      (version): Dot => ({
        slug: version.slug,
        at: Date.parse(version.datetime),
        rows: readVersionMetadata(version.metadata).rows,
      }),
    )
    .filter((dot) => !Number.isNaN(dot.at))
    .sort((a, b) => a.at - b.at);
  const whole = wholeSpan(dots);
  const [zoom, setZoom] = useState<TimeSpan | null>(null);
  const span = zoom ?? whole;
  const [first, last] = [dots[0], dots.at(-1)];
  if (first === undefined || last === undefined) return null;
  const scale = (at: number) => side + ((at - span.from) / (span.to - span.from)) * (width - 2 * side);
  const moment = (x: number) => span.from + ((x - side) / (width - 2 * side)) * (span.to - span.from);
  const highest = Math.max(1, ...dots.map((dot) => dot.rows ?? 0));
  const level = (rows: number | null) => top + plot * (1 - (rows ?? highest) / highest);
  const zoomAt = (at: number, factor: number) => setZoom(zoomed(span, at, factor, whole));
  const onWheel = (event: WheelEvent<SVGSVGElement>) => {
    // Without Ctrl the wheel scrolls the page as everywhere else.
    if (!event.ctrlKey && !event.metaKey) return;
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    zoomAt(moment(x), event.deltaY > 0 ? 1.25 : 0.8);
  };
  const onPointerDown = (event: PointerEvent<SVGSVGElement>) => {
    const svg = event.currentTarget;
    const start = event.clientX;
    const onMove = (moved: globalThis.PointerEvent) => {
      const by = ((start - moved.clientX) / (width - 2 * side)) * (span.to - span.from);
      setZoom({ from: span.from + by, to: span.to + by });
    };
    svg.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', () => svg.removeEventListener('pointermove', onMove), { once: true });
  };
  const middle = (span.from + span.to) / 2;
  const summary = t('versions.timelineText', {
    count: dots.length,
    from: formatDay(new Date(first.at).toISOString(), locale),
    to: formatDay(new Date(last.at).toISOString(), locale),
  });
  return (
    <div className="timeline">
      <div className="timeline-head">
        <h3>{t('versions.timeline')}</h3>
        <span className="quiet">{summary}</span>
        <span className="timeline-space" />
        <IconButton
          size="xs"
          label={t('versions.zoomIn')}
          onClick={() => zoomAt(middle, 0.5)}
          icon={<IconPlus size={14} aria-hidden />}
        />
        <IconButton
          size="xs"
          label={t('versions.zoomOut')}
          disabled={zoom === null}
          onClick={() => zoomAt(middle, 2)}
          icon={<IconMinus size={14} aria-hidden />}
        />
        <IconButton
          size="xs"
          label={t('versions.wholeTime')}
          disabled={zoom === null}
          onClick={() => setZoom(null)}
          icon={<IconZoomReset size={14} aria-hidden />}
        />
      </div>
      <div ref={ref}>
        {width > 0 && (
          <svg
            width={width}
            height={height}
            role="img"
            aria-label={summary}
            onWheel={onWheel}
            onPointerDown={onPointerDown}
          >
            <line className="timeline-axis" x1={0} x2={width} y1={height - bottom + 0.5} y2={height - bottom + 0.5} />
            {timeTicks(span.from, span.to, width / 110).map((tick) => (
              <g key={tick.at} transform={`translate(${Math.round(scale(tick.at)) + 0.5} 0)`}>
                <line className="timeline-axis" y1={height - bottom} y2={height - bottom + 5} />
                <text className="timeline-label" y={height - 7} textAnchor="middle">
                  {formatTick(tick.at, tick.unit, locale)}
                </text>
              </g>
            ))}
            <path className="timeline-steps" d={stepPath(dots, scale, level)} />
            {dots.map((dot) => (
              // biome-ignore lint/a11y/noStaticElementInteractions: the table below has a line for each with the same choice.
              <circle
                key={dot.slug}
                className="timeline-dot"
                data-chosen={dot.slug === chosen || undefined}
                cx={scale(dot.at)}
                cy={level(dot.rows)}
                r={dot.slug === chosen ? 5.5 : 4}
                onClick={() => onChoose(dot.slug)}
              >
                <title>{formatDay(new Date(dot.at).toISOString(), locale)}</title>
              </circle>
            ))}
          </svg>
        )}
      </div>
    </div>
  );
}

/** Steps from one version to the next: what was published stays until the next one. */
function stepPath(dots: readonly Dot[], scale: (at: number) => number, level: (rows: number | null) => number): string {
  return dots
    .map((dot, position) => {
      const [x, y] = [scale(dot.at).toFixed(1), level(dot.rows).toFixed(1)];
      return position === 0 ? `M${x} ${y}` : `H${x}V${y}`;
    })
    .join('');
}
