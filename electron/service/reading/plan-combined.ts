import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Explanation, explain } from '#shared/failures.ts';
import { given } from '#shared/given.ts';
import type { LongWork } from '../../lib/long-work.ts';
import { listParts, type Part } from './formats/combine/list-parts.ts';
import { inPart } from './formats/combine/open-combined.ts';
import { IngestError, type PreviewRequest, type Source, type TablePreview } from './reading.ts';

type PreviewPart = (request: PreviewRequest, scratch: string) => Promise<TablePreview>;

/** What several files have in common, before any of them is read completely. */
export interface CombinedSources {
  readonly source: Source & Required<Pick<Source, 'parts'>>;
  /** The preview of the first file. */
  readonly first: TablePreview;
  readonly bytes: number;
  readonly notices: readonly Explanation[];
}

/**
 * Detects how each of several files is read.
 * @throws {IngestError} naming the file that cannot be read, or has another format than the first
 */
export async function combinedSources(
  request: PreviewRequest & Required<Pick<PreviewRequest, 'combine'>>,
  preview: PreviewPart,
  scratch: string,
  work: LongWork,
): Promise<CombinedSources> {
  const { combine, point, columns, ...common } = request;
  const { parts, empty } = await listParts(request.path, combine.files);
  const look = async (part: Part, said: Pick<PreviewRequest, 'header'>) => {
    work.signal?.throwIfAborted();
    const folder = path.join(scratch, 'part');
    await mkdir(folder);
    const { name, entry } = part;
    const requested = {
      ...common,
      ...said,
      path: part.path,
      name,
      point: null,
      ...given({ entry }),
    };
    try {
      return await inPart(name, () => preview(requested, folder));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  const looks: TablePreview[] = [];
  for (const part of parts) {
    const found = await look(part, {});
    const { format } = looks[0]?.source ?? found.source;
    if (found.source.format !== format) {
      const named = { first: parts[0]?.name ?? '', format, file: part.name, other: found.source.format };
      throw new IngestError(explain('formats-differ', named));
    }
    looks.push(found);
  }
  // If one has a header, the others of the same shape do too, whatever their values look like.
  if (looks.some(({ source }) => source.header === true)) {
    for (const [at, { source }] of looks.entries()) {
      const part = parts[at];
      if (source.header === false && part !== undefined) looks[at] = await look(part, { header: true });
    }
  }
  const [first] = looks;
  if (first === undefined) throw new IngestError(explain('no-records'));
  const sources = looks.map(({ source }, at): Source => ({ ...source, name: parts[at]?.name ?? source.path }));
  const { entry: _, seen: _seen, ...ofFirst } = first.source;
  return {
    source: {
      ...ofFirst,
      path: request.path,
      name: path.basename(request.path),
      combine,
      parts: sources,
      ...given({ fileColumn: combine.fileColumn, columns }),
      ...(point ? { point } : {}),
    },
    first,
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    notices: [
      ...(empty.length === 0 ? [] : [explain('empty-files-left-out', { count: empty.length, files: named(empty) })]),
      ...distinct(looks.flatMap((one) => one.notices)),
    ],
  };
}

function distinct(notices: readonly Explanation[]): Explanation[] {
  return [...new Map(notices.map((notice) => [JSON.stringify(notice), notice])).values()];
}

function named(files: readonly string[]): string {
  return `${files.slice(0, 5).join(', ')}${files.length > 5 ? ', …' : ''}`;
}
