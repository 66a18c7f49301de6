import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { QueryPart } from '#shared/rpc/calls/queries.ts';
import { connectionsQuery } from '../../backend/service/records.ts';
import { closeQueryDialog } from '../../dialogs/query-dialogs.ts';
import { connectionName } from '../../lib/format/connection-name.ts';
import { CloseAction } from '../../ui/actions/close-action.tsx';
import formStyles from '../../ui/actions/form.module.css';
import { Note } from '../../ui/states/note.tsx';

const words = {
  filters: 'queries.partFilters',
  join: 'queries.partJoin',
  ordering: 'queries.partOrdering',
  collation: 'queries.partCollation',
  search: 'queries.partSearch',
  fields: 'queries.partFields',
  version: 'queries.partVersion',
  chart: 'queries.partChart',
} as const satisfies Record<QueryPart, string>;

/** The same for the service of a connection. */
export function PartlySaved({ parts, connection }: { parts: readonly QueryPart[]; connection: string }) {
  const { t } = useTranslation();
  const { data: connections = [] } = useQuery(connectionsQuery);
  const service = connections.find(({ id }) => id === connection);
  return <LostParts parts={parts} service={service === undefined ? '' : connectionName(t, service)} />;
}

/** Reports what a service did not save of a view: a query must not show less than intended without notice. */
export function LostParts({ parts, service }: { parts: readonly QueryPart[]; service: string }) {
  const { t } = useTranslation();
  return (
    <div className={formStyles.form}>
      <Note tone="warning">
        {t('queries.notFullySaved', { service, parts: parts.map((part) => t(words[part])).join(', ') })}
      </Note>
      <CloseAction onClose={closeQueryDialog} />
    </div>
  );
}
