import { explain } from '#shared/failures.ts';
import { ServiceError } from '../errors.ts';
import { directPaging, IrregularPages } from './direct.ts';
import type { LoadOptions, Paging, PagingParts } from './paging.ts';
import { sequencePaging } from './sequence.ts';
import { learnStyle } from './style.ts';
import { wholePaging } from './whole.ts';

function incomplete(parts: PagingParts, count: number): ServiceError {
  return new ServiceError({
    kind: 'malformed',
    reason: explain('no-way-to-the-others', { host: parts.start.host, count, given: parts.first.rows.length }),
    where: `${parts.start.origin}${parts.start.pathname}`,
  });
}

/** Switches to sequential reading once the pages turn out to be irregular. */
function forgiving(direct: Paging, parts: PagingParts): Paging {
  let current = direct;
  return {
    size: direct.size,
    count: () => current.count(),
    async load(row, options: LoadOptions) {
      try {
        return await current.load(row, options);
      } catch (error) {
        if (!(error instanceof IrregularPages)) throw error;
        if (current === direct) {
          parts.cachedPages.clear();
          current = await sequencePaging(parts);
        }
        return current.load(row, options);
      }
    },
  };
}

/** Chooses the paging style by the first page. */
export async function openPaging(parts: PagingParts): Promise<Paging> {
  const { first } = parts;
  const style = learnStyle(first.address, first.next, first.rows.length);
  if (style.kind === 'whole') {
    if (first.count !== null && first.count > first.rows.length) throw incomplete(parts, first.count);
    return wholePaging(parts);
  }
  if (style.kind === 'sequence') return sequencePaging(parts);
  await parts.cachedPages.put(0, first.rows, 'memory');
  return forgiving(directPaging(style, parts), parts);
}
