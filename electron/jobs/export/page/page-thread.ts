import { Worker } from 'node:worker_threads';
import type { TakenPage } from '../../../connector/paging/whole-page.ts';
import { workerAddress } from '../../../lib/worker-address.ts';
import type { CopyPage } from './copier.ts';
import { asBuffer, type CopyAnswer, type CopyRequest, type CopySetup } from './copy-message.ts';

type Taken = TakenPage<Buffer> | null;

/** The conversion of the pages of one export. */
export interface PageCopies {
  copy(page: Buffer): Promise<Taken>;
  end(): void;
}

/** A worker thread that converts pages, so that the main thread is free for network and disk. */
export interface PageThread {
  /**
   * Starts an export. The worker is started at the first page that has a successor, and kept for later exports; until
   * it is ready, and if it is lost, pages are converted by `here`.
   */
  begin(setup: CopySetup, here: CopyPage): PageCopies;
  close(): Promise<void>;
}

interface Waiting {
  readonly page: Buffer;
  readonly here: CopyPage;
  readonly resolve: (taken: Taken) => void;
  readonly reject: (error: unknown) => void;
}

/** A running worker and its pending pages. */
interface Running {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
  ready: boolean;
}

/** Converts here what the worker will no longer answer. */
function answerAll({ waiting }: Running): void {
  for (const { page, here, resolve, reject } of waiting.values()) {
    try {
      resolve(here(page));
    } catch (error) {
      reject(error);
    }
  }
  waiting.clear();
}

function onAnswer(running: Running, answer: CopyAnswer): void {
  if (answer.kind === 'ready') {
    running.ready = true;
    return;
  }
  const { taken, id } = answer;
  const pending = running.waiting.get(id);
  running.waiting.delete(id);
  // An idle worker must not keep the process alive.
  if (running.waiting.size === 0) running.worker.unref();
  pending?.resolve(taken === null ? null : { ...taken, content: asBuffer(taken.content) });
}

function startThread(onLost: () => void): Running {
  const worker = new Worker(workerAddress('page-copy-worker', import.meta.url));
  const running: Running = { worker, waiting: new Map(), ready: false };
  const lose = () => {
    running.ready = false;
    onLost();
    answerAll(running);
  };
  worker.on('message', (answer: CopyAnswer) => onAnswer(running, answer));
  worker.on('error', lose);
  worker.on('exit', lose);
  worker.unref();
  return running;
}

export function openPageThread(): PageThread {
  let thread: Running | null = null;
  let works = 0;
  let pages = 0;

  function start(): Running {
    thread ??= startThread(() => {
      thread = null;
    });
    return thread;
  }

  return {
    begin(setup, here) {
      works += 1;
      const work = works;
      let owner: Running | null = null;

      const post = (running: Running, request: CopyRequest) => running.worker.postMessage(request);
      function ask(running: Running, page: Buffer): Promise<Taken> {
        if (owner !== running) post(running, { kind: 'begin', work, setup });
        owner = running;
        pages += 1;
        const id = pages;
        return new Promise((resolve, reject) => {
          running.waiting.set(id, { page, here, resolve, reject });
          running.worker.ref();
          post(running, { kind: 'page', work, id, page });
        });
      }

      return {
        async copy(page) {
          if (thread?.ready) return ask(thread, page);
          const taken = here(page);
          if (typeof taken?.next === 'string') start();
          return taken;
        },
        end() {
          if (owner?.ready) post(owner, { kind: 'end', work });
        },
      };
    },
    async close() {
      await thread?.worker.terminate();
    },
  };
}
