import type { Failure } from '#shared/failures.ts';
import type { QuerySummary } from '#shared/rpc/calls/queries.ts';
import type { Connection, DatasetReference } from '#shared/rpc/records.ts';
import type { Access } from '../../lib/catalogue/find-records.ts';

/** A line of the catalogue. */
export type TreeNode =
  /** A list above the connections: favourites or recent datasets. */
  | { readonly kind: 'list'; readonly id: string; readonly label: string; readonly list: DatasetListKind }
  | { readonly kind: 'connection'; readonly id: string; readonly label: string; readonly connection: Connection }
  | NamespaceNode
  | DatasetNode
  | { readonly kind: 'query'; readonly id: string; readonly label: string; readonly query: QuerySummary }
  /** A placeholder line: still loading, or empty. */
  | { readonly kind: 'note'; readonly id: string; readonly label: string; readonly busy: boolean }
  | {
      readonly kind: 'failure';
      readonly id: string;
      readonly label: string;
      readonly failure: Failure;
      readonly connection: string;
    };

export interface NamespaceNode {
  readonly kind: 'namespace';
  readonly id: string;
  readonly label: string;
  readonly access: Access;
  readonly connection: string;
  readonly slug: string;
  readonly address: string;
  /** As named in the record; empty for none. */
  readonly image: string;
}

export interface DatasetNode {
  readonly kind: 'dataset';
  readonly id: string;
  readonly label: string;
  readonly reference: DatasetReference;
  /** Address of the dataset's record; null in a list until the record is known. */
  readonly address: string | null;
  /** Address of its rows. */
  readonly data: string | null;
  /** Row count of the newest version, if its metadata has it. */
  readonly rows: number | null;
  readonly hasData: boolean;
  readonly image: string;
  /** Its readers, if the parent line does not show them. */
  readonly access: Access;
  /** Whether its saved queries are listed below it. */
  readonly hasQueries: boolean;
}

export type DatasetListKind = 'favourites' | 'recent';

/** Whether a line can be expanded. */
export function isFolder(node: TreeNode): boolean {
  if (node.kind === 'dataset') return node.hasQueries;
  return node.kind === 'connection' || node.kind === 'namespace' || node.kind === 'list';
}
