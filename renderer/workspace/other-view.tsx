import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import type { ComponentProps } from 'react';
import type { Version } from '#shared/api/records/version.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { rightsQuery } from '../backend/editing.ts';
import { AboutView } from '../features/about/about-view.tsx';
import { ColumnsView } from '../features/columns/columns-view.tsx';
import { ComparingView } from '../features/comparing/comparing-view.tsx';
import { removeSoon } from '../features/editing/remove-records.ts';
import { useUnchanged } from '../features/follow/followed/follow-badge.tsx';
import { FollowedAbout } from '../features/follow/followed/followed-about.tsx';
import { IntegrityCheck } from '../features/jobs/version-check.tsx';
import { QueryList } from '../features/queries/query-list.tsx';
import { RecipeAbout } from '../features/recipes/recipe-about.tsx';
import { QueryChips } from '../features/rows/filters/query-chips.tsx';
import { VersionsView } from '../features/versions/versions-view.tsx';
import { formatMoment } from '../lib/format/format.ts';
import { useLocale } from '../state/settings.ts';
import type { DatasetTab, View } from '../state/tab.ts';

interface OtherViewProps {
  readonly view: Exclude<View, 'rows' | 'map' | 'charts' | 'summary'>;
  readonly tab: DatasetTab;
  readonly details: DatasetDetails;
}

/** The views of a dataset other than rows and map. */
export function OtherView({ view, tab, details }: OtherViewProps) {
  switch (view) {
    case 'columns':
      return <ColumnsView tab={tab} details={details} chips={<QueryChips tab={tab} dataset={details.dataset} />} />;
    case 'versions':
      return (
        <FollowedVersions
          tab={tab}
          details={details}
          checkOf={({ slug, checksum }) => (
            <IntegrityCheck reference={tab.reference} version={slug} checksum={checksum} />
          )}
          comparison={(first, onClose) => <ComparingView tab={tab} details={details} first={first} onClose={onClose} />}
        />
      );
    case 'about':
      return (
        <AboutView
          tab={tab}
          details={details}
          followed={
            <>
              <RecipeAbout reference={tab.reference} details={details} version={tab.query.version} />
              <FollowedAbout reference={tab.reference} />
            </>
          }
          queries={<QueryList reference={tab.reference} columns={details.dataset.columns} />}
        />
      );
  }
}

/** The versions of a dataset, with the checks of its source between them; those who may delete it may delete versions. */
function FollowedVersions(props: Omit<ComponentProps<typeof VersionsView>, 'unchanged' | 'onDelete'>) {
  const locale = useLocale();
  const { reference, label } = props.tab;
  const { data: rights } = useQuery(rightsQuery({ kind: 'dataset', ...reference }));
  const onDelete = ({ slug, datetime }: Version) =>
    void removeSoon(
      { kind: 'version', ...reference, version: slug },
      t('versions.deletedNamed', { name: label, time: formatMoment(datetime, locale) }),
    );
  return (
    <VersionsView
      {...props}
      unchanged={useUnchanged(reference)}
      onDelete={rights === undefined || rights.remove === 'no' ? null : onDelete}
    />
  );
}
