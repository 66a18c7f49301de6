import { useElementSize } from '@mantine/hooks';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '#shared/cell.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { readRows, setRowCount } from '../../backend/rows.ts';
import { type DataColumn, describedColumns } from '../../lib/data-column.ts';
import { explained } from '../../lib/format/failure-texts.ts';
import type { Bounds } from '../../lib/geometry/geometry-bounds.ts';
import { newestVersion } from '../../lib/versions/version-metadata.ts';
import {
  changeMap,
  changeQuery,
  type DatasetTab,
  requestRow,
  select,
  showView,
  stateOf,
  useTabState,
} from '../../state/tab.ts';
import { useShownTheme } from '../../theme/use-shown-theme.ts';
import { EmptyState, FailureNotice, FailureState } from '../../ui/states/states.tsx';
import { useBackground } from './background.ts';
import { MapCanvas, type MapHandle, type Pointed } from './engine/map-canvas.tsx';
import { classColours, type RowLook } from './engine/map-style.ts';
import { filteredBox, withBox } from './features/box-feature.ts';
import { type MapFeatures, useChosenFeatures, useMapFeatures, useMapLook } from './features/use-map-features.ts';
import { Legend, MapStatus, RowHint, SizeLegend } from './map-notes.tsx';
import { MapToolbar } from './map-toolbar.tsx';
import styles from './map-view.module.css';

interface MapViewProps {
  readonly tab: DatasetTab;
  readonly details: DatasetDetails;
  /** The tab's conditions, shown above the map as above the grid. */
  readonly chips: ReactNode;
  /** All values of one row, shown beside the map. */
  readonly rowDetails: (clicked: ClickedRow, columns: readonly DataColumn[]) => ReactNode;
}

/** The columns that colour and size the rows, and their legends. */
function useLook({ tab }: MapViewProps, features: MapFeatures) {
  const theme = useShownTheme();
  const { colourBy, sizeBy } = useTabState(tab.id, ({ map }) => map);
  const [only, setOnly] = useState<number | null>(null);
  const look = useMapLook(tab, { colourBy, sizeBy }, features);
  const { classes, sizes } = look;
  const colours = useMemo(() => classColours(classes, theme.scheme), [classes, theme]);
  const isSized = sizes !== null;
  const rows = useMemo((): RowLook => ({ colours, only, isSized }), [colours, only, isSized]);
  const colour = (chosen: string | null) => {
    setOnly(null);
    changeMap(tab.id, { colourBy: chosen });
  };
  return { ...look, theme, colourBy, sizeBy, colour, setOnly, rows };
}

/** The rows of a dataset on a map. */
export function MapView(props: MapViewProps) {
  const { tab, details, chips, rowDetails } = props;
  const { t, i18n } = useTranslation();
  const background = useBackground();
  const { columns } = details.dataset;
  const described = describedColumns(details.dataset, tab.query.version);
  const geometry = columns.find((column) => column.type === 'geometry')?.name ?? '';
  const features = useMapFeatures(tab, details, geometry);
  const { thread, progress, revision, readOn } = features;
  const look = useLook(props, features);
  const nameOf = (name: string | null) => columns.find((column) => column.name === name)?.label || (name ?? '');
  const view = useMapView(tab.id, features);
  const chosen = useChosenFeatures(tab.id, features);
  const [selecting, setSelecting] = useState(false);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const [bare, setBare] = useState(false);
  const { ref, width, height } = useElementSize();
  const area = useMemo(() => filteredBox(tab.query.filters, geometry), [tab.query.filters, geometry]);
  const onBox = (box: Bounds) => {
    setSelecting(false);
    view.noteMoved();
    changeQuery(tab.id, withBox(tab.query, geometry, box));
  };
  const { count } = progress;
  const { reference, query } = tab;
  const newest = newestVersion(details.dataset);
  const { place, choose } = useClickedRow(tab, count);
  useEffect(() => {
    if (count !== null) setRowCount(reference, query, newest, { count, exact: true });
  }, [reference, query, newest, count]);
  const begun = thread !== null && (progress.bounds !== null || progress.phase !== 'reading');
  if (progress.failure !== null && progress.read === 0) {
    return <FailureState failure={progress.failure} onRetry={readOn} />;
  }
  const failure = progress.failure ?? look.failure;
  const marked =
    chosen.span === null ? null : { count: chosen.span.to - chosen.span.from + 1, marked: chosen.features.length };
  return (
    <div className={styles.map}>
      <MapToolbar
        columns={columns}
        colourBy={look.colourBy}
        sizeBy={look.sizeBy}
        hasPoints={progress.hasPoints}
        onColourBy={look.colour}
        onSizeBy={(sizeBy) => changeMap(tab.id, { sizeBy })}
        handle={view.handle}
        bounds={progress.bounds}
        selecting={selecting}
        onSelecting={setSelecting}
        onBox={onBox}
      />
      {chips}
      {failure !== null && <FailureNotice text="" failure={failure} onRetry={readOn} />}
      {background.failure !== null && (
        <p className={styles.note}>{t('map.backgroundFailed', { reason: explained(t, background.failure) })}</p>
      )}
      {bare && <p className={styles.note}>{t('map.outlinesFailed')}</p>}
      <div className={styles.beside}>
        <div className={styles.body} ref={ref}>
          {!begun ? (
            <div className={styles.waiting} />
          ) : (
            <MapCanvas
              label={t('map.canvas', { name: tab.label })}
              tiles={thread.tiles}
              revision={revision}
              start={view.start}
              chosen={chosen.features}
              area={area}
              look={look.rows}
              theme={look.theme}
              background={background}
              language={i18n.language}
              selecting={selecting}
              onReady={view.onReady}
              onMove={view.onMove}
              onPoint={setPointed}
              onBox={onBox}
              onOutlinesFailed={() => setBare(true)}
              onChoose={choose}
            />
          )}
          {progress.phase !== 'reading' && progress.placed === 0 && (
            <div className={styles.nothing}>
              <EmptyState title={t('map.emptyTitle')} text={t('map.emptyText')} />
            </div>
          )}
          <div className={styles.legends}>
            {look.sizes !== null && <SizeLegend title={nameOf(look.sizeBy)} scale={look.sizes} />}
            {look.classes.length > 0 && (
              <Legend title={nameOf(look.colourBy)} classes={look.classes} {...look.rows} onOnly={look.setOnly} />
            )}
          </div>
          {background.file !== null && background.file.attribution !== '' && (
            <p className={styles.attribution}>{background.file.attribution}</p>
          )}
          {pointed !== null && <RowHint pointed={pointed} tab={tab} columns={columns} width={width} height={height} />}
        </div>
        {place !== null && rowDetails(place, described)}
      </div>
      <MapStatus progress={progress} view={view.count} colouring={look.reading} chosen={marked} onReadOn={readOn} />
    </div>
  );
}

/**
 * Manages the view of a tab's map: its initial position, the counts in it, and its extent for other parts of the
 * window.
 */
function useMapView(tab: string, { thread, progress, revision }: MapFeatures) {
  const [handle, setHandle] = useState<MapHandle | null>(null);
  const [moves, setMoves] = useState(0);
  const moved = useRef(stateOf(tab).map.position !== null);
  const { bulk } = progress;
  // The first rows may all be in one corner: until the user moves the map, it fits nearly all features.
  useEffect(() => {
    if (handle !== null && bulk !== null && !moved.current) handle.fit(bulk);
  }, [handle, bulk]);
  // What is in view changes with the map and with the rows.
  const { data: count = null } = useQuery({
    queryKey: ['mapCount', thread?.tiles, moves, revision],
    queryFn:
      thread === null || handle === null ? skipToken : () => thread.ask('countView', handle.bounds(), handle.zoom()),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return {
    handle,
    count,
    start: stateOf(tab).map.position ?? (bulk === null ? null : { kind: 'box' as const, box: bulk }),
    onReady(made: MapHandle) {
      const zoomBy = (levels: number) => {
        moved.current = true;
        made.zoomBy(levels);
      };
      setHandle({ ...made, zoomBy });
      changeMap(tab, { extent: made.bounds() });
    },
    onMove(by: MapHandle, byPerson: boolean) {
      if (byPerson) moved.current = true;
      changeMap(tab, { extent: by.bounds(), ...(moved.current && { position: by.view() }) });
      setMoves((times) => times + 1);
    },
    /** Called for user actions that move the map by other means. */
    noteMoved() {
      moved.current = true;
      if (handle !== null) changeMap(tab, { position: handle.view() });
    },
  };
}

/** The row that was clicked on the map, counted from 0, and its actions. */
interface ClickedRow {
  readonly row: number;
  /** Undefined while loading. */
  readonly values: Row | undefined;
  readonly onMove: (row: number) => void;
  /** Shows it in the grid. */
  readonly onShow: (row: number) => void;
  readonly onClose: () => void;
}

/**
 * Follows the row that was clicked on the map, as long as it is selected.
 * @param count total number of rows; null if unknown
 */
function useClickedRow(tab: DatasetTab, count: number | null) {
  const span = useTabState(tab.id, ({ selection }) => selection);
  const [clicked, setClicked] = useState<number | null>(null);
  const row = clicked !== null && span?.from === clicked && span.to === clicked ? clicked : null;
  const { connection, namespace, dataset } = tab.reference;
  // In the grid's form: each value at the position of its column.
  const { data } = useQuery({
    queryKey: ['mapDetails', connection, namespace, dataset, tab.query, row],
    queryFn: ({ signal }) => readRows(tab.reference, tab.query, row ?? 0, 1, signal),
    enabled: row !== null,
    gcTime: 10_000,
  });
  const choose = (chosen: number) => {
    if (chosen < 0 || (count !== null && chosen >= count)) return;
    // The grid will scroll there too when it is shown.
    requestRow(tab.id, chosen);
    setClicked(chosen);
  };
  const place: ClickedRow | null =
    row === null
      ? null
      : {
          row,
          values: data?.rows[0],
          onMove: choose,
          onShow: () => showView(tab.id, 'rows'),
          onClose: () => {
            setClicked(null);
            select(tab.id, null);
          },
        };
  return { place, choose };
}
