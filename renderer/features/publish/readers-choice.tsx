import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import type { NamespaceReaders } from '#shared/rpc/jobs.ts';
import type { NamespaceSummary } from '#shared/rpc/records.ts';
import { rightsQuery } from '../../backend/editing.ts';
import { serviceGroupsQuery } from '../../backend/settings.ts';
import { GroupsChoice, SwitchField } from '../../ui/fields.tsx';
import styles from './publish.module.css';

interface ReadersChoiceProps {
  readonly connection: string;
  readonly namespace: NamespaceSummary;
  /** The new readers; null to keep the current ones. */
  readonly chosen: NamespaceReaders | null;
  /** Called with null to keep the current ones. */
  readonly onChange: (chosen: NamespaceReaders | null) => void;
}

function isSame(one: NamespaceReaders, other: NamespaceReaders): boolean {
  const groups = (readers: NamespaceReaders) => [...readers.allowedGroups].sort().join(' ');
  return one.published === other.published && groups(one) === groups(other);
}

/** The readers of an existing namespace: a user who is allowed to can change them while publishing the new version. */
export function ReadersChoice({ connection, namespace, chosen, onChange }: ReadersChoiceProps) {
  const { slug, published, allowed_groups: allowedGroups } = namespace;
  const { data: rights } = useQuery(rightsQuery({ kind: 'namespace', connection, namespace: slug }));
  const { data: groups } = useQuery(serviceGroupsQuery(connection));
  const now = { published, allowedGroups: [...allowedGroups] };
  const next = chosen ?? now;
  const change = (part: Partial<NamespaceReaders>) => {
    const readers = { ...next, ...part };
    onChange(isSame(readers, now) ? null : readers);
  };
  const fixed = rights?.change === 'no';
  return (
    <div className={styles.part}>
      <span className={styles.label}>{t('publish.readers')}</span>
      <ReadersNow connection={connection} readers={next} />
      {rights !== undefined && !fixed && (
        <>
          <SwitchField
            label={t('publish.namespacePublished')}
            checked={next.published}
            onChange={(checked) => change({ published: checked })}
          />
          {next.published && (
            <GroupsChoice
              groups={groups}
              label={t('publish.groups')}
              description={t('publish.groupsHint')}
              chosen={next.allowedGroups}
              onChange={(addresses) => change({ allowedGroups: addresses })}
            />
          )}
        </>
      )}
      <span className={styles.hint} role="status">
        {/* Shown once it is known whether they can be changed. */}
        {rights !== undefined &&
          t(chosen === null ? (fixed ? 'publish.readersFixed' : 'publish.readersHint') : 'publish.readersChange')}
      </span>
    </div>
  );
}

/** Describes them in a sentence. */
function ReadersNow({ connection, readers }: { connection: string; readers: NamespaceReaders }) {
  const { data: groups = [] } = useQuery(serviceGroupsQuery(connection));
  // The user does not know the name of a group that they may not see.
  const names = readers.allowedGroups.map((url) => groups.find((group) => group.url === url)?.name ?? url);
  if (!readers.published) return <span>{t('publish.readersNone')}</span>;
  return (
    <span>
      {names.length === 0 ? t('publish.readersAll') : t('publish.readersGroups', { groups: names.join(', ') })}
    </span>
  );
}
