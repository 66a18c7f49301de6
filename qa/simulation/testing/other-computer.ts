import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { everyRow } from '#shared/row-query.ts';
import type { ExportRequest, PinRequest } from '#shared/rpc/jobs.ts';
import { seededRandom } from '#shared/testing/seeded-random.ts';
import { withJobSession } from '../../../electron/commands/running/job-session.ts';
import { createJobRunner } from '../../../electron/jobs/job-runner.ts';
import { cut, openFaultyPages } from '../../../electron/jobs/testing/faulty-proxy.ts';
import type { ServiceClient } from './service-client.ts';
import { below, type Row } from './world.ts';

const everything = { ...everyRow, filters: [], ordering: [] };

/** A store of its own, to which datasets of the service are copied, through a network with faults. */
export class OtherComputer {
  exports = 0;
  copies = 0;
  faults = 0;
  readonly #home: string;
  readonly #client: ServiceClient;

  /** @param home folder of its store and of the exported files; made if necessary */
  constructor(home: string, client: ServiceClient) {
    this.#home = home;
    this.#client = client;
  }

  /** Copies a dataset, or exports it. @throws if the result is not the same rows */
  async carryOff(
    random: () => number,
    [namespace, dataset]: readonly [string, string],
    rows: readonly Row[],
    id: string,
  ): Promise<void> {
    const proxy = await openFaultyPages(this.#client.base);
    const fate = seededRandom(below(random, 2 ** 30));
    proxy.onPage = (_, times) => {
      if (times > 2 || fate() < 0.5) return null;
      this.faults += 1;
      return fate() < 0.5 ? cut : { kind: 'status', status: 503 };
    };
    try {
      let reference: ExportRequest['reference'] = { connection: proxy.url, namespace, dataset };
      if (random() < 0.5) this.exports += 1;
      else {
        this.copies += 1;
        const copy = await this.#run({ kind: 'pin', reference, version: null }, `${id}-copy`);
        if (copy.kind !== 'pin') throw new Error('It is not a copy.');
        reference = copy.reference;
      }
      if (isDeepStrictEqual(await this.#exported(reference, id), rows)) return;
      throw new Error(`What was carried off from ${namespace}/${dataset} are other rows.`);
    } finally {
      await proxy.close();
    }
  }

  async #run(request: ExportRequest | PinRequest, id: string) {
    process.env.ALMANAC_SIMULATION_TOKEN = this.#client.tokens.staff;
    const choice = { tokenEnv: 'ALMANAC_SIMULATION_TOKEN' };
    return withJobSession({ ...choice, data: path.join(this.#home, 'store') }, async ({ deps }) => {
      const retryLimits = { attempts: 6, firstDelayMs: 5, maxDelayMs: 20, maxRetryAfterMs: 0 };
      const runner = createJobRunner({ ...deps, retryLimits });
      const { signal } = new AbortController();
      return runner.run(request, { id, signal, report: () => {}, notice: () => {} });
    });
  }

  async #exported(reference: ExportRequest['reference'], id: string): Promise<unknown> {
    await mkdir(this.#home, { recursive: true });
    const target = path.join(this.#home, `${id}.json`);
    const common = { kind: 'export', selection: null, format: 'json', descriptor: false } as const;
    await this.#run({ ...common, reference, query: everything, target }, id);
    return JSON.parse(await readFile(target, 'utf8'));
  }
}
