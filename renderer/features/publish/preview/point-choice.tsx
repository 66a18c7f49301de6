import { NativeSelect } from '@mantine/core';
import { t } from 'i18next';
import type { Geometry } from '#shared/cell.ts';
import { type CoordinatePair, likelyCoordinatePair } from '#shared/coordinate-columns.ts';
import type { FilePreview } from '#shared/rpc/source-file.ts';
import { unusedName } from '#shared/text/unused-name.ts';
import { ShapePreview } from '../../../ui/shape-preview.tsx';
import type { Reading } from '../draft.ts';
import styles from '../publish.module.css';
import { setReading } from '../publish-store.ts';
import type { DraftColumn } from './draft-columns.ts';

type Point = NonNullable<Reading['point']>;

const coordinates = ['latitude', 'longitude'] as const;

/** The two columns at first, if the user wants a point and none was detected: those that their names show, or none. */
function firstPoint(sources: readonly string[]): Point {
  const pair = likelyCoordinatePair(sources) ?? { longitude: '', latitude: '' };
  return { ...pair, name: unusedName('geometry', new Set(sources)) };
}

/** A column that was chosen for the other coordinate swaps with this one. */
function changePoint(point: Point, coordinate: keyof CoordinatePair, source: string): Point {
  const other = coordinate === 'latitude' ? 'longitude' : 'latitude';
  return {
    ...point,
    [coordinate]: source,
    ...(point[other] === source && { [other]: point[coordinate] }),
  };
}

const apply = (point: Point | null) => setReading({ point });

interface PointChoiceProps {
  readonly reading: Reading;
  readonly preview: FilePreview;
  readonly columns: readonly DraftColumn[];
}

/** Two columns that become a point: those that the user said, or that were found; null for none. */
export function pointOf({ point }: Reading, { options }: FilePreview): Point | null {
  return point === undefined ? (options.point ?? null) : point;
}

/** Whether two columns of degrees become a point, and which is which. */
export function PointChoice({ reading, preview, columns }: PointChoiceProps) {
  const point = pointOf(reading, preview);
  const sources = columns.filter(({ made }) => !made).map(({ source }) => source);
  if (sources.length < 2) return null;
  const problem = columns.find(({ made }) => made)?.problem;
  const places = placesOf(point, preview);
  const named = (coordinate: keyof CoordinatePair, choice: string) => `${t(`publish.${coordinate}`)}: ${choice}`;
  return (
    <div className={styles.pointChoice}>
      <NativeSelect
        aria-label={t('publish.pointFrom')}
        data={[
          { value: 'none', label: `${t('publish.pointFrom')}: ${t('publish.noPoint')}` },
          { value: 'pair', label: `${t('publish.pointFrom')}: ${t('publish.pointCustom')}` },
        ]}
        value={point === null ? 'none' : 'pair'}
        onChange={(event) => apply(event.currentTarget.value === 'pair' ? firstPoint(sources) : null)}
      />
      {point !== null &&
        coordinates.map((coordinate) => (
          <NativeSelect
            key={coordinate}
            aria-label={t(`publish.${coordinate}`)}
            error={point[coordinate] === '' || problem === `${coordinate}Range`}
            data={[
              ...(point[coordinate] === ''
                ? [{ value: '', label: named(coordinate, t('publish.coordinateColumn')), disabled: true }]
                : []),
              ...sources.map((source) => ({ value: source, label: named(coordinate, source) })),
            ]}
            value={point[coordinate]}
            onChange={(event) => apply(changePoint(point, coordinate, event.currentTarget.value))}
          />
        ))}
      {places !== null && (
        <div className={styles.pointMap}>
          <ShapePreview geometry={places} label={t('publish.pointFrom')} />
        </div>
      )}
    </div>
  );
}

/** The first places that two columns make, so that a swap of the two is seen; null for none. */
function placesOf(point: Point | null, { columns, rows }: FilePreview): Geometry | null {
  const [x, y] = (['longitude', 'latitude'] as const).map((coordinate) =>
    columns.findIndex(({ source }) => source === point?.[coordinate]),
  );
  if (x === undefined || y === undefined || x < 0 || y < 0) return null;
  const coordinates = rows.flatMap((row): [number, number][] => {
    const [longitude, latitude] = [Number(row[x] ?? Number.NaN), Number(row[y] ?? Number.NaN)];
    return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 ? [[longitude, latitude]] : [];
  });
  return coordinates.length === 0 ? null : { type: 'MultiPoint', coordinates };
}
