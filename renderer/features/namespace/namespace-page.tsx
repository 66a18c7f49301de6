import { Box, Button, Flex, Menu } from '@mantine/core';
import { IconDots, IconFileUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NamespaceSummary } from '#shared/rpc/records.ts';
import { imageQuery } from '../../backend/queries.ts';
import { namespacesQuery, useConnection } from '../../backend/records.ts';
import { can } from '../../backend/shell.ts';
import { connectionName } from '../../lib/format/connection-state.ts';
import { askToPublish, openHelp, signInTo } from '../../state/dialogs.ts';
import { useLocale } from '../../state/settings.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { SearchField } from '../../ui/actions/search-field.tsx';
import { PageSection } from '../../ui/layout/page-section.tsx';
import statesStyles from '../../ui/states/states.module.css';
import { EmptyState, FailureState } from '../../ui/states/states.tsx';
import { datasetLines, type LineOrder, sortedLines } from './dataset-lines.ts';
import { DatasetTable, type DatasetTableProps } from './dataset-table.tsx';
import styles from './namespace-page.module.css';

interface NamespacePageProps {
  readonly connection: string;
  /** Its slug. */
  readonly slug: string;
  /** The items of its menu. */
  readonly menu: ReactNode;
  readonly picture?: DatasetTableProps['picture'];
}

/** A namespace: its description, and its datasets as a searchable and sortable table. */
export function NamespacePage({ connection, slug, menu, picture }: NamespacePageProps) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(namespacesQuery(connection));
  const namespace = data?.find((each) => each.slug === slug);
  if (namespace !== undefined)
    return <Page connection={connection} namespace={namespace} menu={menu} picture={picture} />;
  if (isFetching) return <div className={styles.page} role="status" aria-label={t('common.loading')} />;
  return (
    <div className={styles.page}>
      {error === null ? (
        <EmptyState level={2} title={slug} text={t('namespacePage.gone')} />
      ) : (
        <FailureState failure={error} onRetry={refetch} onSignIn={signInTo(connection)} />
      )}
    </div>
  );
}

interface PageProps {
  readonly connection: string;
  readonly namespace: NamespaceSummary;
  readonly menu: ReactNode;
  readonly picture: DatasetTableProps['picture'];
}

function Page({ connection, namespace, menu, picture }: PageProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<LineOrder>({ field: 'name', descending: false });

  const label = namespace.label || namespace.slug;
  const lines = sortedLines(datasetLines(namespace.datasets), search, order, locale);
  const publish = () => askToPublish([], { connection, namespace: namespace.slug, dataset: null });
  return (
    <PageSection className={styles.namespace} label={label} help="catalogue">
      <Head connection={connection} namespace={namespace} name={label} />
      <Flex wrap="wrap" align="center" gap="sm" py="sm" px="md">
        <SearchField label={t('namespacePage.search')} text={search} onText={setSearch} w={240} />
        <Box flex={1} />
        {can('files') && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconFileUpload size={14} stroke={1.5} aria-hidden />}
            onClick={publish}
          >
            {t('namespacePage.publish')}
          </Button>
        )}
        <Menu position="bottom-end" width={264}>
          <Menu.Target>
            <IconButton label={t('namespacePage.more')} icon={IconDots} />
          </Menu.Target>
          <Menu.Dropdown>{menu}</Menu.Dropdown>
        </Menu>
      </Flex>
      {namespace.datasets.length === 0 && (
        <EmptyState title={t('namespacePage.emptyTitle')} text={t('namespacePage.emptyText')}>
          <div className={statesStyles.actions}>
            {can('files') && <Button onClick={publish}>{t('namespacePage.publish')}</Button>}
            <Button variant="default" onClick={() => openHelp('publish')}>
              {t('help.readHow')}
            </Button>
          </div>
        </EmptyState>
      )}
      {namespace.datasets.length > 0 && lines.length === 0 && (
        <p className={styles.none}>{t('namespacePage.noMatch', { text: search })}</p>
      )}
      {lines.length > 0 && (
        <DatasetTable
          place={{ connection, namespace: namespace.slug }}
          name={label}
          lines={lines}
          order={order}
          picture={picture}
          onOrder={setOrder}
        />
      )}
    </PageSection>
  );
}

type HeadProps = Omit<PageProps, 'menu' | 'picture'> & { readonly name: string };

/** The name of a namespace, what it is about, and its image. */
function Head({ connection, namespace, name }: HeadProps) {
  const { t } = useTranslation();
  const own = useConnection(connection);
  return (
    <header className={styles.head}>
      <div className={styles.about}>
        <h2 className={styles.title} dir="auto">
          {name}
        </h2>
        <p className={styles.place}>
          {own !== undefined && `${connectionName(t, own)} · `}
          {t('namespacePage.datasets', { count: namespace.datasets.length })}
        </p>
        <p className={namespace.description === '' ? `${styles.text} quiet` : styles.text}>
          {namespace.description || t('namespacePage.noDescription')}
        </p>
      </div>
      <NamespaceImage connection={connection} namespace={namespace} name={name} />
    </header>
  );
}

function NamespaceImage({ connection, namespace, name }: HeadProps) {
  const { t } = useTranslation();
  const { data } = useQuery(imageQuery(connection, namespace.showcase_image || namespace.image));
  if (data === undefined || data === null) return null;
  return <img className={styles.image} src={data} alt={t('namespacePage.image', { name })} />;
}
