import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { NamespaceSummary } from '#shared/rpc/records.ts';
import { groupsQuery } from '../../api/groups.ts';

interface NamespaceReadersProps {
  readonly connection: string;
  readonly namespace: NamespaceSummary;
}

/** Who may read what goes into a namespace that is there: publishing into it does not change that. */
export function NamespaceReaders({ connection, namespace }: NamespaceReadersProps) {
  const { t } = useTranslation();
  const { data: groups = [] } = useQuery(groupsQuery(connection));
  const { published, allowed_groups: allowed } = namespace;
  // A group that the person may not see has no name to them.
  const names = allowed.map((url) => groups.find((group) => group.url === url)?.name ?? url);
  const open = names.length === 0 ? t('publish.readersAll') : t('publish.readersGroups', { groups: names.join(', ') });
  return (
    <div className="publish-part">
      <span className="publish-label">{t('publish.readers')}</span>
      <span>{published ? open : t('publish.readersNone')}</span>
      <span className="publish-hint">{t('publish.readersHint')}</span>
    </div>
  );
}
