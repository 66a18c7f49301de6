import type { QueryKey } from '@tanstack/react-query';

/** What the window reads, by the name that the key of its query begins with. */
const names = [
  // Services and their records.
  'connections',
  'storage',
  'namespaces',
  'dataset',
  'image',
  'figures',
  'queries',
  'queryRun',
  'comparesVersions',
  'collatesTexts',
  'servesWindow',
  'groupsRows',
  'serviceGroups',
  'runsSql',
  'sqlPreview',
  'recipe',
  'accounts',
  // Rows, and what is calculated of them.
  'rowCount',
  'rowsReached',
  'viewProgress',
  'datasetPreview',
  'mapRow',
  'mapDetails',
  'selectionFigures',
  'valueCounts',
  'differenceCounts',
  'differences',
  'rowGroups',
  'allRowGroups',
  'outline',
  'profile',
  'profileProgress',
  'columnProfile',
  'median',
  // Editing.
  'rights',
  'editable',
  'provenance',
  'trash',
  'removals',
  // Jobs and files.
  'jobs',
  'badValues',
  'pinned',
  'checks',
  'lastBackup',
  'archiveFiles',
  'filePreview',
  'survey',
  'review',
  'viewedFiles',
  'viewedPreview',
  // Followed datasets.
  'followed',
  'sourceChanges',
  'sourceChecks',
  'sourceRetention',
  'sourceSecrets',
  'look',
  'sourceEntry',
  'sourceEntries',
  'sourceEntryPreview',
  // The program.
  'shellSettings',
  'localService',
  'diagnostics',
  'licences',
  'notices',
] as const;

/**
 * The keys of all queries. A key with fewer parts stands for all that begin with it: `keys.dataset(connection)`
 * invalidates every dataset of a connection.
 */
export const keys = Object.fromEntries(
  names.map((name) => [name, (...parts: readonly unknown[]): QueryKey => [name, ...parts]]),
) as Record<(typeof names)[number], (...parts: readonly unknown[]) => QueryKey>;
