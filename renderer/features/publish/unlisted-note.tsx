import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { isMadeList } from '#shared/codes/stated-codes.ts';
import { periodColumn, UnlistedCount } from '#shared/codes/unlisted-codes.ts';
import type { Replacement } from '#shared/rpc/jobs.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import type { FilePreview } from '#shared/rpc/source-file.ts';
import { codeListsQuery, type ListedCodes, listIn } from '../../backend/codes.ts';
import { datasetQuery } from '../../backend/records.ts';
import { Note } from '../../ui/states/note.tsx';
import { UnlistedCodes } from '../../ui/states/unlisted-codes.tsx';
import type { DraftColumn } from './preview/draft-columns.ts';

interface UnlistedNoteProps {
  readonly reference: DatasetReference;
  /** Whether the dataset exists, and gets a further version. */
  readonly isFurther: boolean;
  readonly preview: FilePreview;
  readonly columns: readonly DraftColumn[];
  /** What was counted in all rows; undefined if only the first ones are known. */
  readonly counted: Replacement['unlisted'];
}

/** Says which values of the file, or of its first rows, will be in no code list. */
export function UnlistedNote({ reference, isFurther, preview, columns, counted }: UnlistedNoteProps) {
  const { data: dataset } = useQuery({ ...datasetQuery(reference), enabled: isFurther });
  const { data: lists } = useQuery({ ...codeListsQuery(reference), enabled: isFurther });
  if (isFurther && (dataset === undefined || lists === undefined)) return null;
  const names = new Set(isFurther ? dataset?.dataset.columns.map(({ name }) => name) : []);
  const unlisted = counted ?? unlistedInRows(preview, columns, { names, lists: (isFurther && lists) || [] });
  if (unlisted.length === 0) return null;
  const title =
    preview.whole || counted !== undefined ? t('codes.title') : t('codes.firstRows', { count: preview.rows.length });
  return (
    <Note tone="warning" title={title}>
      <UnlistedCodes unlisted={unlisted} />
    </Note>
  );
}

/** The columns of the dataset so far, and their code lists. */
interface Target {
  readonly names: ReadonlySet<string>;
  readonly lists: readonly ListedCodes[];
}

/** Counts by the lists that the columns will have: one that was chosen is not replaced by that of the file. */
function unlistedInRows(preview: FilePreview, columns: readonly DraftColumn[], { names, lists }: Target) {
  return columns.flatMap(({ name, used }, at) => {
    const stated = preview.columns[at]?.unlisted;
    const linked = lists.find((one) => one.columns.includes(name));
    const keepsList = linked !== undefined && !(stated !== undefined && isMadeList(linked.list.dataset));
    const isNew = linked !== undefined || !names.has(name);
    const unlisted = keepsList ? unlistedIn(linked, preview, columns, at) : isNew ? stated : undefined;
    return !used || unlisted === undefined || unlisted.count === 0 ? [] : [{ column: name, ...unlisted }];
  });
}

function unlistedIn({ codes }: ListedCodes, { rows }: FilePreview, columns: readonly DraftColumn[], at: number) {
  const list = listIn(codes);
  const period = periodColumn(list, columns, columns[at]?.name ?? '');
  const periodAt = columns.findIndex(({ name }) => name === period);
  const count = new UnlistedCount(list);
  for (const row of rows) count.add(row[at] ?? null, row[periodAt] ?? null);
  return count.named;
}
