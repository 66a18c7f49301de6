import { Flex } from '@mantine/core';
import { IconFileSearch, IconFileUpload, IconServer, IconWorldDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import type { ReactNode } from 'react';
import type { Dataset } from '#shared/api/records/dataset.ts';
import type { DatasetDetails, DatasetReference } from '#shared/rpc/records.ts';
import { connectionsQuery, datasetQuery, namespacesQuery, useConnection } from '../../backend/records.ts';
import { firstRowsQuery } from '../../backend/rows.ts';
import { can } from '../../backend/shell.ts';
import { mainConnection } from '../../lib/catalogue/find-records.ts';
import { describedColumns } from '../../lib/data-column.ts';
import { placeText } from '../../lib/format/connection-state.ts';
import { newestReady, readVersionMetadata } from '../../lib/versions/version-metadata.ts';
import { askToPublish, openDialog, startTour } from '../../state/dialogs.ts';
import { type DatasetEntry, isFavourite, useFavourites } from '../../state/favourites.ts';
import { useLocale, useSettings } from '../../state/settings.ts';
import { openWithFocus } from '../../state/wanted-focus.ts';
import { PlainButton } from '../../ui/actions/icon-button.tsx';
import { PageSection } from '../../ui/layout/page-section.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { PlainTable } from '../../ui/rows-table.tsx';
import cardStyles from './dataset-card.module.css';
import { type DrawLinePicture, FindDatasets } from './find-datasets.tsx';
import homeStyles from './home.module.css';
import styles from './home-view.module.css';

/** Maximum number of cards of one kind. */
const maxCards = 6;

/** The first actions; to view a file is one of the window. */
const actions = [
  {
    needs: 'publish',
    Icon: IconFileUpload,
    texts: ['home.publish', 'home.publishText'],
    onClick: () => askToPublish([]),
  },
  { needs: 'files', Icon: IconFileSearch, texts: ['home.view', 'home.viewText'], onClick: null },
  {
    needs: 'follow',
    Icon: IconWorldDownload,
    texts: ['follow.homeTitle', 'follow.homeText'],
    onClick: () => openDialog({ kind: 'follow' }),
  },
  {
    needs: 'connections',
    Icon: IconServer,
    texts: ['home.connect', 'home.connectText'],
    onClick: () => openDialog({ kind: 'add-connection' }),
  },
] as const;

interface HomeViewProps {
  readonly onViewFile: () => void;
  /** The changes of followed datasets. */
  readonly changes: ReactNode;
  readonly picture?: DrawPicture;
  readonly linePicture?: DrawLinePicture;
}

/** The home page: the first actions, and datasets for quick access. */
export function HomeView({ onViewFile, changes, picture, linePicture }: HomeViewProps) {
  const { favourites, recent } = useFavourites();
  const { data: connections = [] } = useQuery(connectionsQuery);
  const samples = useDatasetsToTry();
  const there = new Set(connections.map(({ id }) => id));
  const isThere = ({ reference }: DatasetEntry) => there.has(reference.connection);
  const opened = recent.filter((entry) => !isFavourite(favourites, entry.reference));
  const known = [...favourites, ...recent];
  const toTry = samples.entries.filter((entry) => !isFavourite(known, entry.reference));
  return (
    <PageSection className={styles.home} label={t('home.title')} help="first-steps">
      <div className={styles.inner}>
        <h2 className={homeStyles.title}>{t('app.name')}</h2>
        <p className={homeStyles.lead}>{t('home.lead')}</p>
        <FindDatasets picture={linePicture}>
          <TourOffer />
          <ul className={styles.actions} aria-label={t('home.actions')}>
            {actions
              .filter(({ needs }) => can(needs))
              .map(({ Icon, texts: [title, text], onClick }) => (
                <li key={title}>
                  <button type="button" className={styles.action} onClick={onClick ?? onViewFile}>
                    <span className={styles.actionIcon}>
                      <Icon size={22} stroke={1.4} aria-hidden />
                    </span>
                    <span>
                      <span className={styles.actionTitle}>{t(title)}</span>
                      <span className={styles.actionText}>{t(text)}</span>
                    </span>
                  </button>
                </li>
              ))}
          </ul>
          {changes}
          <Cards title={t('home.favourites')} entries={favourites.filter(isThere)} picture={picture} />
          <Cards title={t('home.recent')} entries={opened.filter(isThere)} picture={picture} />
          {(toTry.length > 0 || samples.isComing) && (
            <Cards title={t(`home.${samples.kind}`)} entries={toTry} picture={picture}>
              {samples.kind === 'samples' && (
                <p className={homeStyles.hint}>{samples.isComing ? t('home.samplesComing') : t('home.samplesHint')}</p>
              )}
            </Cards>
          )}
        </FindDatasets>
      </div>
    </PageSection>
  );
}

interface CardsProps {
  readonly title: string;
  readonly entries: readonly DatasetEntry[];
  readonly picture: DrawPicture | undefined;
  /** Shown below the title. */
  readonly children?: ReactNode;
}

function Cards({ title, entries, picture, children }: CardsProps) {
  if (entries.length === 0 && children === undefined) return null;
  return (
    <section aria-label={title}>
      <h3 className={homeStyles.heading}>{title}</h3>
      {children}
      <ul className={styles.cards}>
        {entries.slice(0, maxCards).map((entry) => (
          <DatasetCard key={JSON.stringify(entry.reference)} entry={entry} picture={picture} />
        ))}
      </ul>
    </section>
  );
}

/** Offers the tour to users who have not seen it, and a less prominent link to it afterwards. */
function TourOffer() {
  const isSeen = useSettings((settings) => settings.tourSeen);
  return (
    <div className={styles.offer} data-quiet={isSeen || undefined}>
      {!isSeen && <span>{t('tour.offer')}</span>}
      <Flex gap="sm">
        <PlainButton
          text={t('tour.start')}
          variant={isSeen ? 'subtle' : 'filled'}
          size="compact-sm"
          onClick={startTour}
        />
        {!isSeen && (
          <PlainButton
            text={t('tour.later')}
            size="compact-sm"
            onClick={() => useSettings.setState({ tourSeen: true })}
          />
        )}
      </Flex>
    </div>
  );
}

/** Whether the newest version of a dataset is sample data that came with Almanac. */
export function isSample({ versions }: Dataset): boolean {
  const newest = versions.find(({ ready }) => ready);
  return newest !== undefined && readVersionMetadata(newest.metadata).sample;
}

/** Datasets to begin with, and whether further ones are being imported. */
interface ToTry {
  readonly kind: 'samples' | 'datasets';
  readonly entries: readonly DatasetEntry[];
  readonly isComing: boolean;
}

/** The samples of the local service, as far as they have been imported; without one, the datasets of the only service. */
function useDatasetsToTry(): ToTry {
  const own = mainConnection(useQuery(connectionsQuery).data);
  const { data: namespaces = [] } = useQuery({
    ...namespacesQuery(own?.id ?? ''),
    enabled: own !== undefined && own.state === 'ready',
  });
  const connection = own?.id ?? '';
  const all = namespaces.flatMap((namespace) => namespace.datasets.map((dataset) => ({ namespace, dataset })));
  const kind = own?.capabilities.filesOnThisComputer === false ? 'datasets' : 'samples';
  const entries = all
    .filter(({ dataset }) => (kind === 'samples' ? isSample(dataset) : dataset.columns.length > 0))
    .map(({ namespace, dataset }) => ({
      reference: { connection, namespace: namespace.slug, dataset: dataset.slug },
      label: dataset.label || dataset.slug,
    }));
  // A sample that is being imported has a record but no columns yet.
  const isComing = kind === 'samples' && entries.length > 0 && all.some(({ dataset }) => dataset.columns.length === 0);
  return { kind, entries, isComing };
}

/** Maximum number of columns of a preview. */
const maxColumns = 4;

/** Draws a dataset in place of its first rows, which are shown until then. */
export type DrawPicture = (reference: DatasetReference, details: DatasetDetails, rows: ReactNode) => ReactNode;

/** A dataset with a picture or its first rows, opened by a click. */
function DatasetCard({ entry, picture }: { entry: DatasetEntry; picture: DrawPicture | undefined }) {
  const { reference } = entry;
  const connection = useConnection(reference.connection);
  const { data: details, error } = useQuery({ ...datasetQuery(reference), enabled: connection?.state === 'ready' });
  const label = details?.dataset.label || entry.label;
  // Profiles of other services may take long, or have to be read.
  const isDrawn = connection?.capabilities.filesOnThisComputer === true;
  const rows = (known: DatasetDetails) => <Preview reference={reference} details={known} label={label} />;
  return (
    <li className={cardStyles.card}>
      <button type="button" className={cardStyles.cardOpen} onClick={() => openWithFocus(reference, label)}>
        <span className={cardStyles.cardTitle} dir="auto">
          {label}
        </span>
        {details !== undefined && isSample(details.dataset) && (
          <span className={cardStyles.cardMark}>{t('home.sample')}</span>
        )}
      </button>
      <p className={cardStyles.cardPlace}>{placeText(t, details?.namespaceLabel || reference.namespace, connection)}</p>
      {details !== undefined &&
        (isDrawn && picture !== undefined ? picture(reference, details, rows(details)) : rows(details))}
      {details === undefined && error !== null && <p className={cardStyles.cardPlace}>{t('home.cardFailed')}</p>}
      {details !== undefined && <Facts details={details} />}
    </li>
  );
}

function Facts({ details }: { details: DatasetDetails }) {
  const locale = useLocale();
  const { dataset, rows } = details;
  const newest = newestReady(dataset);
  return (
    <p className={cardStyles.cardFacts}>
      <span>
        {newest === undefined && t('rows.noDataTitle')}
        {newest !== undefined && rows !== null && `${t('common.rows', { count: rows })} · `}
        {newest !== undefined && t('common.columns', { count: dataset.columns.length })}
      </span>
      {newest !== undefined && (
        <RelativeTime iso={newest.datetime} locale={locale} text={(when) => t('home.updated', { when })} />
      )}
    </p>
  );
}

interface PreviewProps {
  readonly reference: DatasetReference;
  readonly details: DatasetDetails;
  readonly label: string;
}

function Preview({ reference, details, label }: PreviewProps) {
  const locale = useLocale();
  const newest = newestReady(details.dataset)?.slug ?? null;
  const { data: rows = [] } = useQuery({ ...firstRowsQuery(reference, newest), enabled: newest !== null });
  const columns = describedColumns(details.dataset, null).slice(0, maxColumns);
  if (columns.length === 0) return null;
  return (
    <div className={cardStyles.preview}>
      <PlainTable label={t('home.preview', { name: label })} columns={columns} rows={rows} locale={locale} />
    </div>
  );
}
