import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ObjectStore } from '../../../lib/objects/object-store.ts';
import { ObjectStoreError } from '../../../lib/objects/object-store-error.ts';
import { type Fault, type FaultyProxy, startFaultyProxy } from '../../../lib/testing/faulty-proxy.ts';
import { caseCount, seed } from '../../../lib/testing/tier.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import { objectsForTest, overObjects } from '../../rows/testing/test-store.ts';
import { type Node, openNode } from './testing/node-for-test.ts';

/** Faults after which the nodes are left in peace; the seed repeats the choices, not their moments. */
const maxFaults = caseCount(60, 60);

/** An acknowledged version, and what it must always have. */
interface Acknowledged {
  readonly version: StoredVersion;
  readonly first: number;
}

const rows = 3000;
const pageRows = 40;

function randomOf(start: number): () => number {
  let state = start >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

it.skipIf(!overObjects)(
  'three nodes keep what they acknowledged, and show nothing else, at faults of every kind',
  async () => {
    const random = randomOf(seed);
    const objects = objectsForTest();
    const nodes: Node[] = [];
    const proxies: FaultyProxy[] = [];
    const acknowledged: Acknowledged[] = [];
    const faults = new Map<string, number>();
    const count = () => [...faults.values()].reduce((sum, one) => sum + one, 0);
    const chooseFault = (): Fault | null => {
      if (count() >= maxFaults || random() > 0.15) return null;
      const bytes = Math.floor(random() * 20_000);
      const kinds: readonly Fault[] = [
        { kind: 'drop' },
        { kind: 'status', status: 503, code: 'SlowDown' },
        { kind: 'status', status: 500 },
        { kind: 'cut', afterBytes: bytes },
        { kind: 'reset', afterBytes: bytes },
        { kind: 'reset-sent', afterBytes: bytes },
        { kind: 'lose-answer' },
        { kind: 'delay', ms: 1 + (bytes % 500) },
        { kind: 'flip', atByte: bytes },
        { kind: 'flip-sent' },
      ];
      // Waiting for these takes seconds.
      const isSlow = random() < 0.03;
      const fault = isSlow ? ({ kind: 'stall' } as const) : kinds[Math.floor(random() * kinds.length)];
      if (fault !== undefined) faults.set(fault.kind, (faults.get(fault.kind) ?? 0) + 1);
      return fault ?? null;
    };
    for (const _ of [1, 2, 3]) {
      const proxy = await startFaultyProxy(objects.address.endpoint);
      proxy.fault = chooseFault;
      proxies.push(proxy);
      const address = { ...objects.address, endpoint: proxy.address };
      // Too small for all of it, so that files are fetched again.
      const garbage = { graceMs: 0, derivedMs: 3600_000 };
      nodes.push(await openNode({ objects: { ...objects, address, garbage }, cacheBytes: 600_000 }));
    }

    async function publish(node: Node, first: number): Promise<void> {
      const path = join(node.folder, `source-${first}.csv`);
      const lines = Array.from({ length: rows }, (_, at) => `${first + at},name ${(first + at * 7919) % rows}\n`);
      await writeFile(path, `id,name\n${lines.join('')}`);
      const key = `v${process.hrtime.bigint()}`;
      acknowledged.push({ version: await node.rows.ingest(key, { path, format: 'csv' }, {}, {}), first });
    }

    async function read(node: Node, { version, first }: Acknowledged): Promise<void> {
      const choice = random();
      const offset = Math.floor(random() * (rows - pageRows));
      if (choice < 0.5) {
        const page = await node.page(version, {}, offset, pageRows);
        expect(page).toEqual(
          Array.from({ length: pageRows }, (_, at) => ({
            id: first + offset + at,
            name: `name ${(first + (offset + at) * 7919) % rows}`,
          })),
        );
      } else if (choice < 0.8) {
        const ordering = [{ column: 'id', descending: true }];
        const page = await node.page(version, { ordering }, offset, 1);
        expect(page).toMatchObject([{ id: first + rows - 1 - offset }]);
      } else await assertStored(node, version);
    }

    async function assertStored(node: Node, version: StoredVersion): Promise<void> {
      const hash = createHash('sha256');
      for await (const piece of await node.rows.open(version).storedFile()) hash.update(piece as Buffer);
      expect(hash.digest('hex')).toBe(version.checksum);
    }

    /** What the object storage does not give may fail, with an error that says so; nothing else may. */
    async function tolerate(work: Promise<void>): Promise<void> {
      await work.catch((error: unknown) => {
        const isNamed = error instanceof ObjectStoreError || (error as Error).name === 'DamagedVersionError';
        if (!isNamed) throw error;
      });
    }

    let made = 0;
    const live = async (node: Node) => {
      while (count() < maxFaults) {
        const known = acknowledged[Math.floor(random() * acknowledged.length)];
        if (known === undefined || random() < 0.15) {
          made += 1;
          await tolerate(publish(node, made * 10_000));
        } else await tolerate(read(node, known));
      }
    };
    try {
      await Promise.all(nodes.flatMap((node) => [live(node), live(node)]));
      expect(acknowledged.length).toBeGreaterThan(0);
      for (const node of nodes) {
        for (const { version, first } of acknowledged) {
          expect(await node.rows.verify(version, {})).toBe('verified');
          expect(await node.page(version, {}, 100, 1)).toMatchObject([{ id: first + 100 }]);
          await assertStored(node, version);
        }
      }
      const named = new Set(acknowledged.map(({ version }) => version.key));
      const store = new ObjectStore(objects.address, objects.key);
      const left = async () => {
        await nodes[0]?.rows.collectGarbage(async () => named, new AbortController().signal);
        const keys = new Set<string>();
        for await (const page of store.list('versions/')) for (const { key } of page) keys.add(key.split('/')[1] ?? '');
        for await (const page of store.listUploads('versions/'))
          for (const { key } of page) keys.add(`unfinished ${key}`);
        return [...keys].filter((key) => !named.has(key));
      };
      await expect.poll(left).toEqual([]);
      await store.close();
      process.stdout.write(
        `${JSON.stringify({ versions: made, acknowledged: named.size, ...Object.fromEntries(faults) })}\n`,
      );
    } finally {
      for (const node of nodes) await node.close();
      for (const proxy of proxies) await proxy.close();
    }
  },
);
