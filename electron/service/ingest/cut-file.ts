import { say } from '#shared/sentences/say.ts';
import { IngestError, type LongWork } from '../rows/row-store.ts';
import { readUnpacked } from './archive/read-unpacked.ts';
import { runFileTask } from './file-task.ts';
import { JsonCutError } from './json-cutter.ts';
import type { Dialect } from './open-delimited.ts';

/** Cuts a JSON file into lines that the engine can read; says whether they are features. @throws {IngestError} */
export async function cutFile(
  from: string,
  to: string,
  compression: Dialect['compression'],
  format: 'json' | 'geojson',
  work: LongWork,
): Promise<{ readonly features: boolean }> {
  if (compression === 'zstd') throw new IngestError(say('zstd-json'));
  const head = await headOf(from, compression);
  const features = format === 'geojson' || looksLikeFeatures(head);
  const apart = features && standApart(head);
  try {
    await runFileTask({ kind: 'cut', from, to, compression, features, apart }, work.signal, (bytes) =>
      work.onProgress?.({ phase: 'reading', rows: 0, bytes, fraction: null }),
    );
    return { features };
  } catch (error) {
    if (!(error instanceof JsonCutError)) throw error;
    const badValue = { row: null, line: error.line, column: null, value: null, message: error.message };
    throw new IngestError(say('no-json-at', { why: error.message, line: error.line }), [badValue]);
  }
}

/** A plain JSON file may be GeoJSON: its type stands among the first members. */
function looksLikeFeatures(head: string): boolean {
  return /^\s*\uFEFF?\{/.test(head) && /^[^[]*"type"\s*:\s*"FeatureCollection"/.test(head);
}

/** Features one a line, as against a collection of them. */
export function standApart(head: string): boolean {
  const [first = ''] = head.replace(/^[\s\uFEFF]+/, '').split('\n', 1);
  try {
    const value: unknown = JSON.parse(first);
    return typeof value === 'object' && value !== null && 'type' in value && value.type === 'Feature';
  } catch {
    return false;
  }
}

const headBytes = 1 << 16;

async function headOf(path: string, compression: 'none' | 'gzip'): Promise<string> {
  let head = '';
  try {
    for await (const chunk of readUnpacked(path, compression, headBytes)) {
      head += chunk;
      if (head.length >= headBytes) break;
    }
  } catch {
    // What is damaged is reported by whatever reads it whole.
  }
  return head;
}
