import { createGrid, type GridApi, type GridOptions, type Module } from 'ag-grid-community';
import { useLayoutEffect, useRef } from 'react';
import type { Row } from '#shared/cell.ts';
import { tabLeaves } from '../../../lib/keyboard/regions.ts';
import styles from '../rows.module.css';
import { preserveCellFocus } from './grid-navigation.ts';

/** Long enough for a frame, in milliseconds. */
const afterFrameMs = 100;

interface GridElementProps {
  readonly modules: Module[];
  /** Options that change later are passed to the grid; initial ones must stay the same. */
  readonly options: GridOptions<Row>;
  /** Called once, before anything of the grid is on screen. */
  readonly onCreated: (api: GridApi<Row>) => void;
  /** Called while the grid is still on the page, before it is removed. */
  readonly onLeaving: (api: GridApi<Row>) => void;
}

function changedOptions(before: GridOptions<Row>, now: GridOptions<Row>): GridOptions<Row> {
  const known: Readonly<Record<string, unknown>> = { ...before };
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => known[name] !== value));
}

/**
 * A grid that draws its rows and cells itself. The grid's React wrapper creates a component per cell and draws them in
 * a later task: thousands while scrolling, and a key pressed before the focused cell is restored would be lost. Here a
 * row that the grid has is on the page at once, with its focus.
 */
export function GridElement({ modules, options, onCreated, onLeaving }: GridElementProps) {
  const element = useRef<HTMLDivElement>(null);
  const grid = useRef<GridApi<Row> | null>(null);
  const given = useRef(options);
  const leave = useRef(onLeaving);
  leave.current = onLeaving;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what changes later is given to the grid that is there.
  useLayoutEffect(() => {
    if (element.current === null) return;
    const api = createGrid(element.current, options, { modules });
    tabLeaves(element.current);
    grid.current = api;
    given.current = options;
    onCreated(api);
    return () => {
      grid.current = null;
      leave.current(api);
      // Destroyed after the frame of its replacement, which then need not wait for that, nor for the removal of the
      // grid's styles with the last grid.
      setTimeout(() => api.destroy(), afterFrameMs);
    };
  }, []);
  useLayoutEffect(() => {
    const changed = changedOptions(given.current, options);
    const api = grid.current;
    given.current = options;
    if (api !== null && Object.keys(changed).length > 0) preserveCellFocus(api, () => api.updateGridOptions(changed));
  });
  return <div className={styles.gridElement} ref={element} />;
}
