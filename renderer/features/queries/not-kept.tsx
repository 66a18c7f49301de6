import { useTranslation } from 'react-i18next';
import type { QueryPart } from '#shared/rpc/query-calls.ts';
import { closeQueryDialog } from '../../query-dialogs.ts';
import { CloseAction } from '../../ui/close-action.tsx';
import { Note } from '../../ui/note.tsx';

const words = {
  filters: 'queries.partFilters',
  ordering: 'queries.partOrdering',
  search: 'queries.partSearch',
  fields: 'queries.partFields',
  version: 'queries.partVersion',
} as const satisfies Record<QueryPart, string>;

/** Says what of a view its service did not keep: a query that shows less than it was made for is never kept quietly. */
export function NotKept({ parts, service }: { parts: readonly QueryPart[]; service: string }) {
  const { t } = useTranslation();
  return (
    <div className="form">
      <Note tone="warning">
        {t('queries.notKept', { service, parts: parts.map((part) => t(words[part])).join(', ') })}
      </Note>
      <CloseAction onClose={closeQueryDialog} />
    </div>
  );
}
