import { useElementSize } from '@mantine/hooks';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { setRowCount } from '../../backend/rows.ts';
import { type DataColumn, describedColumns } from '../../lib/data-column.ts';
import { explained } from '../../lib/format/failure-texts.ts';
import type { Bounds } from '../../lib/geometry/geometry-bounds.ts';
import { newestVersion } from '../../lib/versions/version-metadata.ts';
import { changeMap, changeQuery, type DatasetTab, useTabState } from '../../state/tab.ts';
import { useShownTheme } from '../../theme/use-shown-theme.ts';
import { EmptyState, FailureNotice, FailureState } from '../../ui/states/states.tsx';
import { MapCanvas } from './engine/map-canvas.tsx';
import type { Pointed } from './engine/map-pointer.ts';
import { classColours } from './engine/map-style.ts';
import { filteredBox, withBox } from './features/box-feature.ts';
import { useChosenFeatures, useMapClasses, useMapFeatures } from './features/use-map-features.ts';
import { Legend, MapStatus, RowHint } from './map-notes.tsx';
import { MapToolbar } from './map-toolbar.tsx';
import styles from './map-view.module.css';
import { useBackground } from './use-background.ts';
import { type ClickedRow, useClickedRow, useMapView } from './use-map-view.ts';

interface MapViewProps {
  readonly tab: DatasetTab;
  readonly details: DatasetDetails;
  /** The tab's conditions, shown above the map as above the grid. */
  readonly chips: ReactNode;
  /** All values of one row, shown beside the map. */
  readonly rowDetails: (clicked: ClickedRow, columns: readonly DataColumn[]) => ReactNode;
}

/** The column that colours the map, and its legend. */
function useColours(props: MapViewProps, features: ReturnType<typeof useMapFeatures>) {
  const theme = useShownTheme();
  const column = useTabState(props.tab.id, ({ map }) => map.colourBy);
  const [only, setOnly] = useState<number | null>(null);
  const { classes, reading, failure } = useMapClasses(props.tab, column, features);
  const colours = useMemo(() => classColours(classes, theme.scheme), [classes, theme]);
  const choose = (chosen: string | null) => {
    setOnly(null);
    changeMap(props.tab.id, { colourBy: chosen });
  };
  return { theme, column, choose, only, setOnly, classes, colours, reading, failure };
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
  const colour = useColours(props, features);
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
  const failure = progress.failure ?? colour.failure;
  const marked =
    chosen.span === null ? null : { count: chosen.span.to - chosen.span.from + 1, marked: chosen.features.length };
  return (
    <div className={styles.map}>
      <MapToolbar
        columns={columns}
        colourBy={colour.column}
        onColourBy={colour.choose}
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
              colours={colour.colours}
              only={colour.only}
              theme={colour.theme}
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
          {colour.classes.length > 0 && (
            <Legend
              title={columns.find((column) => column.name === colour.column)?.label || (colour.column ?? '')}
              classes={colour.classes}
              colours={colour.colours}
              only={colour.only}
              onOnly={colour.setOnly}
            />
          )}
          {background.file !== null && background.file.attribution !== '' && (
            <p className={styles.attribution}>{background.file.attribution}</p>
          )}
          {pointed !== null && <RowHint pointed={pointed} tab={tab} columns={columns} width={width} height={height} />}
        </div>
        {place !== null && rowDetails(place, described)}
      </div>
      <MapStatus progress={progress} view={view.count} colouring={colour.reading} chosen={marked} onReadOn={readOn} />
    </div>
  );
}
