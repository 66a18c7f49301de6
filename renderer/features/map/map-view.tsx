import './map.css';
import { Button, Select, useComputedColorScheme } from '@mantine/core';
import { IconMinus, IconPlus, IconZoomReset } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/api/column.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { failureOf } from '../../api/failure.ts';
import { type Bounds, boundsOf } from '../../lib/geometry-bounds.ts';
import { classesOf, classOf } from '../../lib/value-classes.ts';
import { changeQuery, type DatasetTab, noteFirstRow, showView } from '../../session.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { EmptyState, FailureNotice, FailureState } from '../../ui/states.tsx';
import { Legend } from './legend.tsx';
import { MapCanvas, type MapHandle, type Pointed } from './map-canvas.tsx';
import { classColours } from './map-style.ts';
import { RowHint } from './row-hint.tsx';
import { type MapRows, useMapRows } from './use-map-rows.ts';

/** Rows that are drawn at first, and at most: beyond, the map would no longer be smooth. */
const firstRows = 20_000;
const mostRows = 200_000;

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

interface MapViewProps {
  readonly tab: DatasetTab;
  readonly details: DatasetDetails;
  /** What is asked of the rows, to be shown above the map as above the grid. */
  readonly chips: ReactNode;
}

/** The rows of a dataset where they lie. */
export function MapView({ tab, details, chips }: MapViewProps) {
  const { t } = useTranslation();
  const scheme = useComputedColorScheme('light');
  const { columns } = details.dataset;
  const position = columns.findIndex((column) => column.type === 'geometry');
  const [wanted, setWanted] = useState(firstRows);
  const [colourBy, setColourBy] = useState<string | null>(null);
  const [handle, setHandle] = useState<MapHandle | null>(null);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const [bare, setBare] = useState(false);
  const { data, error, isFetching, refetch } = useMapRows(tab, details, position, wanted);
  const bounds = useMemo(() => (data === undefined ? null : boundsOf(data.placed.map((row) => row.geometry))), [data]);
  const colourColumn = columns.findIndex((column) => column.name === colourBy);
  const classes = useMemo(
    () =>
      colourColumn < 0 || data === undefined
        ? []
        : classesOf(data.placed.map((row) => row.values[colourColumn] ?? null)),
    [data, colourColumn],
  );
  const colours = useMemo(() => classColours(classes, scheme), [classes, scheme]);
  const features = useMemo(() => featuresOf(data, colourColumn, classes), [data, colourColumn, classes]);
  const filterTo = (box: Bounds) => {
    const name = columns[position]?.name ?? '';
    const others = tab.query.filters.filter((filter) => filter.column !== name || filter.lookup !== 'bbox');
    const value = box.map((degrees) => degrees.toFixed(5)).join(',');
    changeQuery(tab.id, { filters: [...others, { column: name, lookup: 'bbox', value }] });
  };
  if (error !== null && data === undefined && !isFetching) {
    return <FailureState failure={failureOf(error)} onRetry={() => void refetch()} />;
  }
  return (
    <div className="map">
      <div className="rows-toolbar" role="toolbar" aria-label={t('views.map')}>
        <Select
          aria-label={t('map.colourBy')}
          placeholder={t('map.colourBy')}
          data={colourChoices(columns)}
          value={colourBy}
          onChange={setColourBy}
          clearable
          searchable
          comboboxProps={{ withinPortal: false }}
          w={200}
        />
        <Button
          variant="default"
          size="compact-sm"
          disabled={handle === null}
          onClick={() => handle !== null && filterTo(handle.bounds())}
        >
          {t('map.filterToView')}
        </Button>
        <span className="rows-toolbar-space" />
        <Drawn data={data} busy={isFetching} onMore={() => setWanted(mostRows)} />
        <IconButton label={t('map.zoomIn')} onClick={() => handle?.zoomBy(1)} icon={<IconPlus {...icon} />} />
        <IconButton label={t('map.zoomOut')} onClick={() => handle?.zoomBy(-1)} icon={<IconMinus {...icon} />} />
        <IconButton
          label={t('map.wholeMap')}
          disabled={bounds === null}
          onClick={() => bounds !== null && handle?.fit(bounds)}
          icon={<IconZoomReset {...icon} />}
        />
      </div>
      {chips}
      {error !== null && !isFetching && (
        <FailureNotice text="" failure={failureOf(error)} onRetry={() => void refetch()} />
      )}
      {bare && <p className="map-note">{t('map.outlinesFailed')}</p>}
      <div className="map-body">
        {data === undefined ? (
          <div className="map-waiting" />
        ) : (
          <MapCanvas
            label={t('map.canvas', { name: tab.label })}
            features={features}
            bounds={bounds}
            colours={colours}
            scheme={scheme}
            onReady={setHandle}
            onPoint={setPointed}
            onOutlinesFailed={() => setBare(true)}
            onChoose={(row) => {
              noteFirstRow(tab.id, row);
              showView(tab.id, 'rows');
            }}
          />
        )}
        {data !== undefined && data.placed.length === 0 && !isFetching && (
          <div className="map-nothing">
            <EmptyState title={t('map.emptyTitle')} text={t('map.emptyText')} />
          </div>
        )}
        {classes.length > 0 && (
          <Legend title={columns[colourColumn]?.label ?? ''} classes={classes} colours={colours} />
        )}
        {pointed !== null && <RowHint pointed={pointed} data={data} columns={columns} />}
      </div>
    </div>
  );
}

function colourChoices(columns: readonly Column[]) {
  return columns
    .filter((column) => column.type !== 'geometry')
    .map((column) => ({ value: column.name, label: column.label || column.name }));
}

function featuresOf(data: MapRows | undefined, colourColumn: number, classes: ReturnType<typeof classesOf>) {
  const features = (data?.placed ?? []).map(
    ({ row, geometry, values }): GeoJSON.Feature => ({
      type: 'Feature',
      // The page's rows are read-only, the map's type is not; it only reads them.
      geometry: geometry as unknown as GeoJSON.Geometry,
      properties: { row, class: colourColumn < 0 ? -1 : classOf(values[colourColumn] ?? null, classes) },
    }),
  );
  return { type: 'FeatureCollection' as const, features };
}

/** How much of the rows is drawn, said plainly, with the way to more. */
function Drawn({ data, busy, onMore }: { data: MapRows | undefined; busy: boolean; onMore: () => void }) {
  const { t } = useTranslation();
  if (data === undefined || busy) return <span className="quiet">{t('map.reading')}</span>;
  const { placed, read, count } = data;
  const whole = count !== null && read >= count;
  const without = read - placed.length;
  return (
    <>
      <span className="quiet" role="status">
        {whole && without === 0 && t('map.drawnAll', { count: placed.length })}
        {count !== null && !(whole && without === 0) && t('map.drawnSome', { drawn: placed.length, count })}
        {count === null && t('map.drawnUnknown', { drawn: placed.length })}
        {without > 0 && ` · ${t('map.without', { count: without })}`}
      </span>
      {!whole && read < mostRows && (
        <Button variant="default" size="compact-xs" onClick={onMore}>
          {t('map.more')}
        </Button>
      )}
    </>
  );
}
