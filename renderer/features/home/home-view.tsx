import { Button, Flex } from '@mantine/core';
import { IconFileSearch, IconFileUpload, IconServer, IconWorldDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { connectionsQuery } from '../../backend/records.ts';
import { can } from '../../backend/shell.ts';
import { askToPublish, openDialog, startTour } from '../../state/dialogs.ts';
import { type DatasetEntry, isFavourite, useFavourites } from '../../state/favourites.ts';
import { useSettings } from '../../state/settings.ts';
import { PageSection } from '../../ui/layout/page-section.tsx';
import { DatasetCard, type DrawPicture } from './dataset-card.tsx';
import { type DrawLinePicture, FindDatasets } from './find-datasets.tsx';
import homeStyles from './home.module.css';
import styles from './home-view.module.css';
import { useDatasetsToTry } from './use-samples.ts';

/** Maximum number of cards of one kind. */
const maxCards = 6;

const icon = { size: 22, stroke: 1.4, 'aria-hidden': true } as const;

interface HomeViewProps {
  readonly onViewFile: () => void;
  /** The changes of followed datasets. */
  readonly changes: ReactNode;
  readonly picture?: DrawPicture;
  readonly linePicture?: DrawLinePicture;
}

/** The home page: the first actions, and datasets for quick access. */
export function HomeView({ onViewFile, changes, picture, linePicture }: HomeViewProps) {
  const { t } = useTranslation();
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
            {can('files') && (
              <Action
                icon={<IconFileUpload {...icon} />}
                title={t('home.publish')}
                text={t('home.publishText')}
                onClick={() => askToPublish([])}
              />
            )}
            {can('files') && (
              <Action
                icon={<IconFileSearch {...icon} />}
                title={t('home.view')}
                text={t('home.viewText')}
                onClick={onViewFile}
              />
            )}
            {can('follow') && (
              <Action
                icon={<IconWorldDownload {...icon} />}
                title={t('follow.homeTitle')}
                text={t('follow.homeText')}
                onClick={() => openDialog({ kind: 'follow' })}
              />
            )}
            {can('connections') && (
              <Action
                icon={<IconServer {...icon} />}
                title={t('home.connect')}
                text={t('home.connectText')}
                onClick={() => openDialog({ kind: 'add-connection' })}
              />
            )}
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

interface ActionProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly onClick: () => void;
}

function Action(props: ActionProps) {
  return (
    <li>
      <button type="button" className={styles.action} onClick={props.onClick}>
        <span className={styles.actionIcon}>{props.icon}</span>
        <span>
          <span className={styles.actionTitle}>{props.title}</span>
          <span className={styles.actionText}>{props.text}</span>
        </span>
      </button>
    </li>
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
  const { t } = useTranslation();
  const isSeen = useSettings((settings) => settings.tourSeen);
  return (
    <div className={styles.offer} data-quiet={isSeen || undefined}>
      {!isSeen && <span>{t('tour.offer')}</span>}
      <Flex gap="sm">
        <Button variant={isSeen ? 'subtle' : 'filled'} size="compact-sm" onClick={startTour}>
          {t('tour.start')}
        </Button>
        {!isSeen && (
          <Button variant="default" size="compact-sm" onClick={() => useSettings.setState({ tourSeen: true })}>
            {t('tour.later')}
          </Button>
        )}
      </Flex>
    </div>
  );
}
