import type { Generated } from 'kysely';
import type { ColumnType as DataType } from '#shared/api/column.ts';

/** 0 or 1: SQLite has no boolean type. */
export type Flag = 0 | 1;

export interface UserTable {
  id: Generated<number>;
  username: string;
  email: string;
  /** Hash in PHC format; empty for an account without a password. */
  password_hash: string;
  is_staff: Flag;
  is_active: Flag;
  is_operator: Flag;
  date_joined: string;
  last_login: string | null;
}

export interface GroupTable {
  id: Generated<number>;
  name: string;
}

export interface MembershipTable {
  user_id: number;
  group_id: number;
}

export interface TokenTable {
  id: Generated<number>;
  user_id: number;
  /** SHA-256 of the token, hexadecimal: the token itself is never stored. */
  hash: string;
  label: string;
  created: string;
}

export interface SessionTable {
  /** SHA-256 of the cookie's value, hexadecimal. */
  hash: string;
  user_id: number;
  created: string;
  expires: string;
}

/** Names of an uploaded image and its derivatives below `media/`; empty if there is none. */
export interface ImageColumns {
  image: string;
  showcase_image: string;
  thumbnail_image: string;
}

export interface NamespaceTable extends ImageColumns {
  id: Generated<number>;
  label: string;
  slug: string;
  description: string;
  published: Flag;
  owner_id: number | null;
  created: string;
  /** Whether the namespace was created for a dataset that is not visible yet. */
  provisional: Generated<Flag>;
}

export interface NamespaceGroupTable {
  namespace_id: number;
  group_id: number;
  position: number;
}

export interface DatasetTable extends ImageColumns {
  id: Generated<number>;
  namespace_id: number;
  label: string;
  slug: string;
  description: string;
  created: string;
  /** The newest slug ever used for one of its versions: the next one is later, even if that version was removed. */
  last_version: string;
  views: Generated<number>;
  row_queries: Generated<number>;
  /** Whether the dataset was created together with its first version, which is not ready yet. */
  provisional: Generated<Flag>;
  /** Provenance, independent of its versions; may be empty. */
  licence: Generated<string>;
  source: Generated<string>;
  contact: Generated<string>;
  /** JSON of the names of the columns that identify rows: empty for whole rows, null until they are found. */
  row_key: Generated<string | null>;
  /** Whether only those who may write see the dataset. */
  hidden: Generated<Flag>;
}

/** What users have written about a column; kept when versions with the column are removed. */
export interface ColumnNoteTable {
  dataset_id: number;
  name: string;
  label: string;
  description: string;
  /** Id of the dataset that lists its codes. */
  codes: Generated<number | null>;
}

export interface VersionTable {
  id: Generated<number>;
  dataset_id: number;
  slug: string;
  /** Key of the rows in the row store; never reused. */
  key: string;
  state: 'importing' | 'ready';
  checksum: string;
  rows: number;
  bytes: number;
  rejected: number;
  /** JSON array of explanations; of English texts in versions of older releases. */
  conversions: string;
  /** Base64 of a JSON object. */
  metadata: string;
  /** Name of the account that published the version. */
  author: string | null;
}

export interface VersionColumnTable {
  version_id: number;
  position: number;
  name: string;
  type: DataType;
  size: number | null;
}

/** The outcome of publishing a version; stored even after the version itself is removed. */
export interface ImportTable {
  id: Generated<number>;
  dataset_id: number;
  version_slug: string;
  state: 'importing' | 'ready' | 'failed';
  message: string;
  /** JSON array of the first bad values. */
  bad_values: string;
  bad_count: number;
  started: string;
  finished: string | null;
}

export interface QueryTable {
  id: Generated<number>;
  dataset_id: number;
  owner_id: number | null;
  label: string;
  slug: string;
  /** JSON of the saved parameters. */
  parameters: string;
  created: string;
}

export interface SettingTable {
  name: string;
  value: string;
}

export interface SourceTable {
  dataset_id: number;
  /** JSON of the choice. */
  choice: string;
  every: string;
  allow_private: Generated<Flag>;
  /** JSON. */
  retention: string;
  /** JSON. */
  guards: string;
  paused: Generated<'no' | 'user' | 'failures'>;
  /** JSON of the validators of the newest content; null if the next check must fetch. */
  state: string | null;
  /** Digest of the content that the user rejected, or its checksum; may be empty. */
  rejected: Generated<string>;
  /** Whether a check was requested, regardless of the schedule. */
  requested: Generated<Flag>;
  failures: Generated<number>;
  /** JSON of the explanation of the last failure. */
  problem: string | null;
  last_check: string | null;
  /** The last time that the content itself was read, regardless of the validators. */
  last_full: string | null;
  last_change: string | null;
  next_check: string | null;
  /** Bytes received by all checks. */
  traffic: Generated<number>;
  since: string;
  /** Whether the user is notified of changes. */
  notify: Generated<Flag>;
}

export interface SourceCheckTable {
  id: Generated<number>;
  dataset_id: number;
  at: string;
  outcome: 'unchanged' | 'changed' | 'held' | 'failed';
  /** JSON of an explanation. */
  reason: string | null;
  bytes: number;
  milliseconds: number;
  version: string | null;
}

/** How a version of a followed dataset differs from the previous one; kept when the dataset is no longer followed. */
export interface SourceChangeTable {
  id: Generated<number>;
  dataset_id: number;
  version_slug: string;
  previous_slug: string;
  at: string;
  /** JSON. */
  summary: string;
  unread: Generated<Flag>;
  /** Whether the user was notified of it. */
  announced: Generated<Flag>;
}

/** A stored version that is not published until the user decides. */
export interface HeldVersionTable {
  dataset_id: number;
  key: string;
  /** JSON of the stored version. */
  stored: string;
  metadata: string;
  /** JSON of the descriptions of columns. */
  notes: string;
  state: string | null;
  /** JSON of explanations. */
  reasons: string;
  summary: string;
  /** Key of the version with which it was compared. */
  previous_key: string;
  at: string;
  /** Whether the user was notified of it. */
  announced: Generated<Flag>;
}

/** A request to a host that publishes a budget. */
export interface HostRequestTable {
  host: string;
  path: string;
  /** Milliseconds since 1970, as all times of hosts. */
  at: number;
}

/** When a host may be asked again. */
export interface HostPauseTable {
  host: string;
  not_before: number;
  /** When the pause was recorded. */
  since: number;
  /** Milliseconds between two requests, as the robots.txt of the host asks. */
  delay: Generated<number>;
}

/** What was deleted and can be restored: the hidden namespace that it is in. */
export interface TrashTable {
  namespace_id: number;
  /** Id of the namespace of a dataset, of the dataset of a version, or of a namespace itself. */
  home_id: number;
  /** The former slugs; `dataset` and `version` are empty where they do not apply. */
  namespace: string;
  dataset: string;
  version: string;
  label: string;
  /** Whether a namespace was published. */
  published: Flag;
  /** ISO 8601. */
  deleted: string;
}

/** Changes that are not yet written into the files beside the rows. */
export interface SidecarChangeTable {
  id: Generated<number>;
  kind: 'namespace' | 'dataset' | 'version' | 'accounts';
  subject: number;
  /** Key of a version; empty for everything else. */
  key: string;
}

/** The catalogue's tables as {@link https://kysely.dev Kysely} sees them. */
export interface Tables {
  users: UserTable;
  groups: GroupTable;
  memberships: MembershipTable;
  tokens: TokenTable;
  sessions: SessionTable;
  namespaces: NamespaceTable;
  namespace_groups: NamespaceGroupTable;
  datasets: DatasetTable;
  column_notes: ColumnNoteTable;
  versions: VersionTable;
  version_columns: VersionColumnTable;
  imports: ImportTable;
  queries: QueryTable;
  sources: SourceTable;
  source_checks: SourceCheckTable;
  source_changes: SourceChangeTable;
  held_versions: HeldVersionTable;
  host_requests: HostRequestTable;
  host_pauses: HostPauseTable;
  settings: SettingTable;
  trash: TrashTable;
  sidecar_changes: SidecarChangeTable;
}
