import type { Failure } from '#shared/failures.ts';
import type { QuerySummary } from '#shared/rpc/calls/queries.ts';
import type { Connection, DatasetReference, NamespaceSummary } from '#shared/rpc/records.ts';

/** Who may read a namespace and what is in it. */
export type Access = 'public' | 'groups' | 'private';

/** One line of the catalogue. */
export type TreeNode =
  /** A list above the connections: favourites or recent datasets. */
  | { readonly kind: 'list'; readonly id: string; readonly label: string; readonly list: DatasetListKind }
  | { readonly kind: 'connection'; readonly id: string; readonly label: string; readonly connection: Connection }
  | NamespaceNode
  | DatasetNode
  | { readonly kind: 'query'; readonly id: string; readonly label: string; readonly query: QuerySummary }
  /** A line that stands for what is not there: still loading, or nothing inside. */
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
  /** As its record names it; empty for none. */
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
  /** Rows of the newest version, where its metadata has them. */
  readonly rows: number | null;
  readonly hasData: boolean;
  readonly image: string;
  /** Who may read it, where the line above does not say so already. */
  readonly access: Access;
  /** Whether its saved queries stand below it. */
  readonly hasQueries: boolean;
}

export type DatasetListKind = 'favourites' | 'recent';

/** Whether a line can be opened to show others below it. */
export function isFolder(node: TreeNode): boolean {
  if (node.kind === 'dataset') return node.hasQueries;
  return node.kind === 'connection' || node.kind === 'namespace' || node.kind === 'list';
}

/** Who may read a namespace. */
export function accessOf({ published, allowed_groups: groups }: NamespaceSummary): Access {
  if (!published) return 'private';
  return groups.length > 0 ? 'groups' : 'public';
}
