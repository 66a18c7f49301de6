import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { englishText } from '#shared/english/english-text.ts';
import { explanationOf, type FailureKind } from '#shared/failures.ts';
import { FairTurns } from '../../work/fair-turns.ts';
import { runFilePass } from '../../work/file-pass.ts';
import { type ApiError, invalid, refusal } from '../plugins/api-error.ts';
import type { drawInThread, PictureTask } from './picture-pass.ts';

/** What a picture is drawn from. */
export interface Pictured extends Omit<PictureTask, 'port'> {
  /** Another one for each picture, and for each state of what it shows. */
  readonly key: string;
  /** Who waits for it. */
  readonly caller: string;
  /** Answers the calls at a port as the reader. */
  readonly open: (port: MessagePort) => void;
  readonly signal: AbortSignal;
}

/** As of heavy statistics: a caller waits for its own pictures, and not for those of others. */
const turnLimits = { maxRunning: 2, maxRunningPerCaller: 1, maxRunningOfManyCallers: 3, maxWaiting: 50 };
const drawMs = 30_000;
const maxPictureBytes = 16 * 1024 * 1024;
const cacheBytes = 32 * 1024 * 1024;

/**
 * Draws pictures in threads, a few at a time, and keeps the last ones.
 * @returns a function that draws one. It throws a `BusyError` if too many are waiting, and an `ApiError` if the picture
 * cannot be drawn or takes too long
 */
export function openPictures(): (pictured: Pictured) => Promise<Uint8Array> {
  const turns = new FairTurns(turnLimits);
  const drawn = new LRUCache<string, Uint8Array>({ maxSize: cacheBytes, sizeCalculation: ({ length }) => length });
  return async (pictured) => {
    const { key, caller, signal } = pictured;
    const known = drawn.get(key);
    if (known !== undefined) return known;
    const end = await turns.take(caller, signal);
    try {
      // Another request may have waited for the same one.
      const picture = drawn.get(key) ?? (await draw(pictured));
      if (picture.length > maxPictureBytes) throw refusal(422, 'The picture is too large. Draw fewer values.');
      drawn.set(key, picture);
      return picture;
    } finally {
      end();
    }
  };
}

async function draw({ drawing, request, format, open, signal }: Pictured): Promise<Uint8Array> {
  const { port1, port2 } = new MessageChannel();
  open(port1);
  const task: PictureTask = { drawing, request, format, port: port2 };
  const limited = AbortSignal.any([signal, AbortSignal.timeout(drawMs)]);
  try {
    const answer = await runFilePass<typeof drawInThread>('picture', task, limited, undefined, [port2]);
    if (answer.kind === 'drawn') return answer.picture;
    if (answer.kind === 'invalid') throw invalid({ view: [answer.message] });
    const { kind, retryAfter } = answer.failure;
    throw refusalOf(kind, englishText(explanationOf(answer.failure)), retryAfter);
  } catch (error) {
    if (!limited.aborted || signal.aborted) throw error;
    throw refusal(503, 'Drawing the picture takes longer than is allowed. Draw fewer values.');
  } finally {
    // What has been asked for through the port is given up with it.
    port1.close();
  }
}

const statuses: Partial<Record<FailureKind, number>> = { 'not-found': 404, 'sign-in-needed': 401, forbidden: 403 };

/** What answers a picture whose chart could not be read, as what the window would report. */
function refusalOf(kind: FailureKind, message: string, retryAfter = 1): ApiError {
  if (kind === 'bad-query' || kind === 'not-accepted') return invalid({ show: [message] });
  if (kind === 'throttled') return refusal(503, message, { 'Retry-After': String(retryAfter) });
  return refusal(statuses[kind] ?? 500, message);
}
