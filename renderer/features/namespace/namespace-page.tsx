import { Box, Button, Flex, Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconDots, IconFileUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { type ReactNode, useState } from 'react';
import type { Dataset } from '#shared/api/records/dataset.ts';
import type { DatasetReference, NamespaceSummary } from '#shared/rpc/records.ts';
import { imageQuery } from '../../backend/queries.ts';
import { namespacesQuery, useConnection } from '../../backend/records.ts';
import { can } from '../../backend/shell.ts';
import { findable, isFound, wordsOf } from '../../lib/find-words.ts';
import { connectionName } from '../../lib/format/connection-state.ts';
import { formatBytes, formatCount } from '../../lib/format/format.ts';
import { readVersionMetadata } from '../../lib/versions/version-metadata.ts';
import { askToPublish, openHelp, signInTo } from '../../state/dialogs.ts';
import { useLocale } from '../../state/settings.ts';
import { openWithFocus } from '../../state/wanted-focus.ts';
import { IconButton, PlainButton } from '../../ui/actions/icon-button.tsx';
import { SearchField } from '../../ui/actions/search-field.tsx';
import { PageSection } from '../../ui/layout/page-section.tsx';
import sheetStyles from '../../ui/layout/sheet.module.css';
import { RelativeTime } from '../../ui/relative-time.tsx';
import statesStyles from '../../ui/states/states.module.css';
import { EmptyState, FailureState } from '../../ui/states/states.tsx';
import styles from './namespace-page.module.css';

interface NamespacePageProps {
  readonly connection: string;
  /** Its slug. */
  readonly slug: string;
  readonly menu: ReactNode;
  readonly picture?: DatasetTableProps['picture'];
}

/** A namespace: its description, and its datasets as a searchable and sortable table. */
export function NamespacePage({ connection, slug, menu, picture }: NamespacePageProps) {
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
        {can('publish') && (
          <PlainButton
            text={t('namespacePage.publish')}
            size="compact-sm"
            leftSection={<IconFileUpload size={14} stroke={1.5} aria-hidden />}
            onClick={publish}
          />
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
            {can('publish') && <Button onClick={publish}>{t('namespacePage.publish')}</Button>}
            <PlainButton text={t('help.readHow')} onClick={() => openHelp('publish')} />
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

function Head({ connection, namespace, name }: HeadProps) {
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
  const { data } = useQuery(imageQuery(connection, namespace.showcase_image || namespace.image));
  if (data === undefined || data === null) return null;
  return <img className={styles.image} src={data} alt={t('namespacePage.image', { name })} />;
}

interface DatasetTableProps {
  readonly place: Omit<DatasetReference, 'dataset'>;
  readonly name: string;
  readonly lines: readonly DatasetLine[];
  readonly order: LineOrder;
  readonly onOrder: (order: LineOrder) => void;
  /** Draws a dataset beside its name; undefined for none. */
  readonly picture: ((reference: DatasetReference) => ReactNode) | undefined;
}

const isNumber = (field: LineField) => field !== 'name' && field !== 'updated';

/** The datasets of a namespace; a click on a heading sorts them, one on a name opens the dataset. */
function DatasetTable({ place, name, lines, order, onOrder, picture }: DatasetTableProps) {
  const sort = (field: LineField) =>
    onOrder({ field, descending: order.field === field ? !order.descending : isNumber(field) || field === 'updated' });
  const Arrow = order.descending ? IconArrowDown : IconArrowUp;
  return (
    <table className={`${sheetStyles.table} ${styles.table}`} aria-label={t('namespacePage.table', { name })}>
      <thead>
        <tr>
          {lineFields.map((field) => (
            <th
              key={field}
              scope="col"
              data-number={isNumber(field) || undefined}
              aria-sort={order.field === field ? (order.descending ? 'descending' : 'ascending') : 'none'}
            >
              <button type="button" className={styles.sort} onClick={() => sort(field)}>
                {t(`namespacePage.${field}`)}
                {order.field === field && <Arrow size={12} stroke={1.5} aria-hidden />}
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line key={line.slug} line={line} reference={{ ...place, dataset: line.slug }} picture={picture} />
        ))}
      </tbody>
    </table>
  );
}

interface LineProps extends Pick<DatasetTableProps, 'picture'> {
  readonly line: DatasetLine;
  readonly reference: DatasetReference;
}

function Line({ line, reference, picture }: LineProps) {
  const locale = useLocale();
  const number = (value: number | null) => (value === null ? '–' : formatCount(value, locale));
  return (
    <tr>
      <th scope="row" className={styles.name}>
        <div className={styles.named}>
          <div>
            <button
              type="button"
              className={styles.open}
              dir="auto"
              onClick={() => openWithFocus(reference, line.name)}
            >
              {line.name}
            </button>
            {line.hidden && <span className="quiet"> {t('editing.hidden')}</span>}
            {line.description !== '' && <span className={styles.description}>{line.description}</span>}
          </div>
          {line.updated !== null && picture?.(reference)}
        </div>
      </th>
      <td data-number>{number(line.rows)}</td>
      <td data-number>{number(line.columns)}</td>
      <td data-number>{number(line.versions)}</td>
      <td data-number>{line.size === null ? '–' : formatBytes(line.size, locale)}</td>
      <td>
        {line.updated === null && can('publish') ? (
          <button type="button" className={styles.open} onClick={() => askToPublish([], reference)}>
            {t('namespacePage.addData')}
          </button>
        ) : (
          <RelativeTime iso={line.updated ?? ''} locale={locale} />
        )}
      </td>
    </tr>
  );
}

const lineFields = ['name', 'rows', 'columns', 'versions', 'size', 'updated'] as const;
type LineField = (typeof lineFields)[number];

/** A dataset of a namespace as shown in its table; unknown values are null. */
interface DatasetLine {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly rows: number | null;
  readonly columns: number;
  readonly versions: number;
  /** In bytes. */
  readonly size: number | null;
  /** When the newest version was published, as ISO 8601. */
  readonly updated: string | null;
  /** Whether only those who may write see it. */
  readonly hidden: boolean;
}

/** The lines of a namespace's datasets. */
export function datasetLines(datasets: readonly Dataset[]): DatasetLine[] {
  return datasets.map(({ slug, label, description, columns, versions, hidden = false }) => {
    const ready = versions.filter((version) => version.ready);
    const [newest] = ready;
    const { rows, bytes } = readVersionMetadata(newest?.metadata ?? '');
    return {
      slug,
      name: label || slug,
      description,
      rows,
      columns: columns.length,
      versions: ready.length,
      size: bytes,
      updated: newest?.datetime ?? null,
      hidden,
    };
  });
}

/** The sort order of a table. */
export interface LineOrder {
  readonly field: LineField;
  readonly descending: boolean;
}

/** The lines with the words of a search in their name or description, sorted; unknown values come last either way. */
export function sortedLines(
  lines: readonly DatasetLine[],
  search: string,
  { field, descending }: LineOrder,
  locale: string,
): DatasetLine[] {
  const words = wordsOf(search);
  const texts = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
  const found = lines.filter(({ slug, name, description }) => isFound(words, findable(slug, name, description)));
  const direction = descending ? -1 : 1;
  return found.sort((one, other) => {
    const [a, b] = [one[field], other[field]];
    if (a === null || b === null) return a === b ? texts.compare(one.name, other.name) : a === null ? 1 : -1;
    const order = typeof a === 'number' && typeof b === 'number' ? a - b : texts.compare(String(a), String(b));
    return order === 0 ? texts.compare(one.name, other.name) : order * direction;
  });
}
