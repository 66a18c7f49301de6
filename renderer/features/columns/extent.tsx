import { type PointerEvent, useRef, useState } from 'react';
import type { ColumnProfile } from '#shared/rpc/calls/insight.ts';
import styles from './columns.module.css';

interface ExtentProps {
  readonly label: string;
  readonly geometry: NonNullable<ColumnProfile['geometry']>;
  /** A part was brushed. */
  readonly onChoose: (box: Box) => void;
}

/** Size in pixels of a grid cell. */
const part = 3;

/** The part of a drawing of a box that is brushed; a press without brushing selects the whole box. */
function useBrushedPart({ geometry: { box }, onChoose }: ExtentProps, width: number, height: number) {
  const frame = useRef<SVGSVGElement>(null);
  const [brush, setBrush] = useState<readonly [Share, Share] | null>(null);
  const at = (event: PointerEvent): Share => {
    const rectangle = frame.current?.getBoundingClientRect();
    const share = (from: number, length: number) => Math.min(1, Math.max(0, from / length));
    return {
      x: share(event.clientX - (rectangle?.left ?? 0), width),
      y: share(event.clientY - (rectangle?.top ?? 0), height),
    };
  };
  const chooseAll = () => onChoose(partOf(box, { x: 0, y: 0 }, { x: 1, y: 1 }));
  const events = {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      setBrush([at(event), at(event)]);
    },
    onPointerMove: (event: PointerEvent) => brush !== null && setBrush([brush[0], at(event)]),
    onPointerUp: () => {
      setBrush(null);
      if (brush === null) return;
      const [one, other] = brush;
      const isDrawn = Math.abs(one.x - other.x) * width > 2 && Math.abs(one.y - other.y) * height > 2;
      if (isDrawn) onChoose(partOf(box, one, other));
      else chooseAll();
    },
    onPointerCancel: () => setBrush(null),
  };
  return { frame, brush, chooseAll, events };
}

/**
 * Where geometries are located, darker where denser. Brushing filters by a part; the keyboard selects the whole box.
 */
export function Extent(props: ExtentProps) {
  const { label, geometry } = props;
  const { grid } = geometry;
  const [width, height] = [grid.columns * part, grid.rows * part];
  const { frame, brush, chooseAll, events } = useBrushedPart(props, width, height);
  const densest = Math.max(1, ...grid.counts);
  return (
    // A drawing that acts as a button: a press selects the whole box, brushing a part of it.
    <button
      type="button"
      className={styles.extent}
      aria-label={label}
      data-tooltip={label}
      // Keys and screen readers activate it without a pointer.
      onClick={(event) => event.detail === 0 && chooseAll()}
      {...events}
    >
      <svg ref={frame} width={width} height={height} aria-hidden="true">
        {grid.counts.map((count, position) => {
          const [column, row] = [position % grid.columns, Math.floor(position / grid.columns)];
          return count === 0 ? null : (
            <rect
              key={`${column} ${row}`}
              x={column * part}
              y={row * part}
              width={part}
              height={part}
              // By square root, or a single dense part would make all others pale.
              opacity={0.25 + 0.75 * Math.sqrt(count / densest)}
            />
          );
        })}
        {brush !== null && (
          <rect
            className={styles.extentBrush}
            x={Math.min(brush[0].x, brush[1].x) * width}
            y={Math.min(brush[0].y, brush[1].y) * height}
            width={Math.abs(brush[0].x - brush[1].x) * width}
            height={Math.abs(brush[0].y - brush[1].y) * height}
          />
        )}
      </svg>
    </button>
  );
}

/** West, south, east, north. */
type Box = readonly [west: number, south: number, east: number, north: number];

/** A position within a drawing of a box: 0 to 1 from the west and from the north. */
interface Share {
  readonly x: number;
  readonly y: number;
}

/** Six decimals are a tenth of a metre; rounded outwards, so that nothing at the edge is excluded. */
const rounded = (value: number, away: -1 | 1) => (away < 0 ? Math.floor(value * 1e6) : Math.ceil(value * 1e6)) / 1e6;

/** The part of a box between two positions in its drawing. */
export function partOf([west, south, east, north]: Box, one: Share, other: Share): Box {
  const x = (share: number) => west + (east - west) * share;
  const y = (share: number) => north - (north - south) * share;
  return [
    rounded(x(Math.min(one.x, other.x)), -1),
    rounded(y(Math.max(one.y, other.y)), -1),
    rounded(x(Math.max(one.x, other.x)), 1),
    rounded(y(Math.min(one.y, other.y)), 1),
  ];
}
