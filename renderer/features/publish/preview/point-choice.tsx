import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isNumeric } from '#shared/api/column.ts';
import type { FilePreview } from '#shared/rpc/source-file.ts';
import { changeReading, type Reading } from '../draft.ts';
import { changeDraft } from '../publish-store.ts';
import type { DraftColumn } from './draft-columns.ts';

type Point = NonNullable<Reading['point']>;

/** The initial two columns if the user wants a point and none was detected: the likeliest, or the first. */
function likely(columns: readonly DraftColumn[]): Point {
  const find = (pattern: RegExp) => columns.find(({ source }) => pattern.test(source))?.source;
  const [first, second] = columns.filter(({ type }) => isNumeric(type));
  const longitude = find(/^(lon|lng|long|longitude|x)$/i) ?? first?.source ?? columns[0]?.source ?? '';
  const latitude = find(/^(lat|latitude|y)$/i) ?? second?.source ?? columns[0]?.source ?? '';
  return { longitude, latitude, name: freeName(columns) };
}

function freeName(columns: readonly DraftColumn[]): string {
  const taken = new Set(columns.map(({ source }) => source));
  return taken.has('geometry') ? 'geometry_point' : 'geometry';
}

const apply = (point: Point | null) => changeDraft((draft) => changeReading(draft, { point }));

interface PointChoiceProps {
  readonly reading: Reading;
  readonly preview: FilePreview;
  readonly columns: readonly DraftColumn[];
}

/** Whether two columns of degrees become a point, and which. */
export function PointChoice({ reading, preview, columns }: PointChoiceProps) {
  const { t } = useTranslation();
  const point = reading.point === undefined ? (preview.options.point ?? null) : reading.point;
  const sources = columns.filter(({ made }) => !made).map(({ source }) => source);
  if (sources.length < 2) return null;
  return (
    <div className="point-choice">
      <NativeSelect
        size="xs"
        aria-label={t('publish.pointFrom')}
        data={[
          { value: 'none', label: `${t('publish.pointFrom')}: ${t('publish.noPoint')}` },
          { value: 'pair', label: `${t('publish.pointFrom')}: ${t('publish.pointCustom')}` },
        ]}
        value={point === null ? 'none' : 'pair'}
        onChange={(event) => apply(event.currentTarget.value === 'pair' ? likely(columns) : null)}
      />
      {point !== null && (
        <>
          <NativeSelect
            size="xs"
            aria-label={t('publish.longitude')}
            data-tooltip={t('publish.longitude')}
            data={sources}
            value={point.longitude}
            onChange={(event) => apply({ ...point, longitude: event.currentTarget.value })}
          />
          <NativeSelect
            size="xs"
            aria-label={t('publish.latitude')}
            data-tooltip={t('publish.latitude')}
            data={sources}
            value={point.latitude}
            onChange={(event) => apply({ ...point, latitude: event.currentTarget.value })}
          />
        </>
      )}
    </div>
  );
}
