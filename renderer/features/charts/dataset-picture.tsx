import { useInViewport } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Chart } from '#shared/chart.ts';
import { everyRow } from '#shared/row-query.ts';
import type { DatasetDetails, DatasetReference } from '#shared/rpc/records.ts';
import { datasetQuery, useConnection } from '../../backend/records.ts';
import type { GroupScope } from '../../backend/statistics.ts';
import { type DataColumn, describedColumns } from '../../lib/data-column.ts';
import { useLocale } from '../../state/settings.ts';
import styles from './charts.module.css';
import { proposedCharts } from './model/proposals.ts';
import { chartTitle, columnWords } from './model/title.ts';
import { SmallDrawing } from './proposal-strip.tsx';
import { useChart } from './use-chart.ts';
import { useProposalBasis } from './use-proposals.ts';

/** Of larger datasets no picture is calculated before they are opened. */
const maxRows = 500_000;

interface DatasetPictureProps {
  readonly reference: DatasetReference;
  readonly details: DatasetDetails;
  /** Shown until there is a picture, and if there is none. */
  readonly children: ReactNode;
}

/** The first chart of a dataset as a small picture with its title. */
export function DatasetPicture({ reference, details, children }: DatasetPictureProps) {
  const newest = details.dataset.versions.find(({ ready }) => ready)?.slug ?? '';
  const columns = useMemo(() => describedColumns(details.dataset, null), [details]);
  const scope = useMemo((): GroupScope => ({ reference, newest, maxRows }), [reference, newest]);
  const isPossible = newest !== '' && details.rows !== null && details.rows <= maxRows;
  const basis = useProposalBasis(details, columns, scope, null, isPossible);
  const first = useMemo(() => (basis === null ? undefined : proposedCharts(basis.table, basis.keys)[0]), [basis]);
  if (!isPossible || first === undefined) return children;
  return (
    <Picture chart={first.chart} columns={columns} scope={scope}>
      {children}
    </Picture>
  );
}

/** The first chart of a dataset of this computer beside its line in a list, from when the line has been in view. */
export function LinePicture({ reference }: { readonly reference: DatasetReference }) {
  const { ref, inViewport } = useInViewport();
  const [wasSeen, setSeen] = useState(false);
  if (inViewport && !wasSeen) setSeen(true);
  // Profiles of other services may take long, or have to be read.
  const isDrawn = useConnection(reference.connection)?.capabilities.filesOnThisComputer === true;
  const { data: details } = useQuery({ ...datasetQuery(reference), enabled: isDrawn && wasSeen });
  return (
    <div className={styles.linePicture} ref={ref}>
      {details !== undefined && (
        <DatasetPicture reference={reference} details={details}>
          {null}
        </DatasetPicture>
      )}
    </div>
  );
}

interface PictureProps {
  readonly chart: Chart;
  readonly columns: readonly DataColumn[];
  readonly scope: GroupScope;
  readonly children: ReactNode;
}

function Picture({ chart, columns, scope, children }: PictureProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const state = useChart('', chart, columns, scope, everyRow);
  if (state.kind !== 'ready') return children;
  const title = chartTitle(t, state.chart, columnWords(columns, locale), scope.newest, (version) => version);
  return (
    <figure className={styles.picture} aria-label={title}>
      <SmallDrawing state={state} columns={columns} />
      <figcaption>{title}</figcaption>
    </figure>
  );
}
