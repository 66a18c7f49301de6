import type { SourceChange } from '#shared/follow.ts';
import type { SourceNews } from '#shared/rpc/shell/following-settings.ts';
import type { LocalSources } from '../../service/local-service.ts';

/** The changes that the user wants to be notified of, of those that are new. */
export async function newsOfChanges(
  sources: Pick<LocalSources, 'find'>,
  changes: readonly SourceChange[],
): Promise<SourceNews[]> {
  const news: SourceNews[] = [];
  for (const { namespace, dataset, title, summary } of changes) {
    const source = await sources.find({ namespace, dataset });
    if (source?.notify === true) news.push({ kind: 'changed', title, summary });
  }
  return news;
}

/** A version that was kept aside; none if the user wants no notifications of this dataset. */
export async function newsOfHeld(
  sources: Pick<LocalSources, 'find'>,
  name: { readonly namespace: string; readonly dataset: string },
): Promise<SourceNews[]> {
  const source = await sources.find(name);
  if (source?.held == null || !source.notify) return [];
  return [{ kind: 'held', title: source.title, summary: source.held.summary }];
}
