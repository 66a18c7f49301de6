import { openSimulatedWeb, type SimulatedWeb } from '../simulated-web.ts';
import { checkRows } from './check-world.ts';
import type { ServiceClient } from './service-client.ts';
import type { OwnersAnswer, OwnersRequest } from './service-process-for-test.ts';
import { below, type DatasetModel, type Following, oneOf, type Row, type World, type WorldGuards } from './world.ts';

const hourMs = 3_600_000;
const sourceCount = 5;

/** How long after a check the next one is, in hours, at most: a day, and what is added so that not all ask at once. */
const maxHours = 24 * 1.05 + 1;

/** What the sources have sent whole. */
interface Sent {
  readonly source: number;
  readonly rows: readonly Row[];
}

/** Files on the web that change and fail as time passes, and the service that follows some of them. */
export class FollowedWeb {
  /** Milliseconds by which the service's clock is ahead of the computer's. */
  ahead = 0;
  /** Address of the service's owner. */
  control = '';
  /** Versions that were fetched and published so far. */
  versions = 0;
  /** Versions that a guard held so far. */
  held = 0;
  readonly #web: SimulatedWeb;
  readonly #sent: Sent[];

  private constructor(web: SimulatedWeb, sent: Sent[]) {
    this.#web = web;
    this.#sent = sent;
  }

  /** @param ahead by how many milliseconds the service's clock is ahead now */
  static async open(seed: number, ahead: () => number): Promise<FollowedWeb> {
    const sent: Sent[] = [];
    const startAt = Date.UTC(2025, 0, 1);
    const web = await openSimulatedWeb({
      seed,
      hosts: 3,
      sources: sourceCount,
      startAt,
      quietAt: Number.POSITIVE_INFINITY,
      changesADay: 0.6,
      tagDays: 2,
      areHostsStrict: false,
      // Only what passes by the simulation counts, so that the same seed makes the same contents.
      now: () => startAt + ahead(),
      life: () => 0,
      onSent: ({ slug }, _, __, text) => sent.push({ source: Number(slug.slice(1)), rows: rowsOf(text) }),
    });
    return new FollowedWeb(web, sent);
  }

  /** Requests to the sources so far. */
  get requests(): number {
    return this.#web.requests();
  }

  close(): Promise<void> {
    return this.#web.close();
  }

  #addressOf(source: number): string {
    return this.#web.sources[source]?.address ?? '';
  }

  async #ask(task: OwnersRequest): Promise<OwnersAnswer> {
    const answer = await fetch(this.control, { method: 'POST', body: JSON.stringify(task) });
    return (await answer.json()) as OwnersAnswer;
  }

  /** Whether few of the sources are followed, as after some were deleted with their datasets. */
  isQuiet(world: World): boolean {
    return followed(world).length < sourceCount / 2;
  }

  /** Moves the target of the clock by some hours or days. @returns words for the log */
  choosePause(random: () => number): string {
    const hours = random() < 0.5 ? 1 + below(random, 24) : 24 * (1 + below(random, 8));
    this.ahead += hours * hourMs;
    return `${hours} hours pass`;
  }

  /** Lets the chosen time pass, and the service check what is due. It may be repeated. @throws if it is not followed up */
  async pass(): Promise<OwnersAnswer> {
    return await this.#ask({ kind: 'pass', ahead: this.ahead });
  }

  /** What the service must have after what passed. @throws if it does not follow what it must, or asks for more */
  async settle(world: World, client: ServiceClient, { sources }: OwnersAnswer): Promise<void> {
    for (const { source, rows } of this.#sent.splice(0)) {
      const dataset = followed(world).find((one) => one.dataset.following.source === source)?.dataset;
      if (dataset === undefined) throw new Error(`The source ${source} was fetched, and nothing follows it.`);
      const outcome = take(dataset, rows);
      if (outcome === 'published') this.versions += 1;
      if (outcome === 'held') this.held += 1;
    }
    const expected = followed(world).map(
      ({ at, dataset }) => `${at.join('/')} ${this.#addressOf(dataset.following.source)}`,
    );
    const found = sources.map(({ name, address }) => `${name} ${address}`);
    if (found.toSorted().join() !== expected.toSorted().join()) {
      throw new Error(`The service follows ${found.join(', ')} instead of ${expected.join(', ')}.`);
    }
    const late = sources.find(({ hours }) => hours === null || hours <= 0 || hours > maxHours);
    if (late !== undefined) throw new Error(`The next check of ${late.name} is in ${late.hours} hours.`);
    for (const { at, dataset } of followed(world)) await checkNewest(client, at, dataset);
  }

  /** Lets a dataset follow a source that none follows, or a followed one stop. @returns words for the log */
  async change(random: () => number, world: World, client: ServiceClient, next: () => number): Promise<string> {
    const taken = followed(world);
    if (taken.length > 2 && random() < 0.25) {
      const { at, dataset } = oneOf(random, taken);
      const [namespace, slug] = at;
      const answer = await this.#ask({ kind: 'stop following', namespace, dataset: slug });
      Object.assign(dataset, { following: null });
      await this.settle(world, client, answer);
      return `${at.join('/')} stops following`;
    }
    const isTaken = (source: number) => taken.some((one) => one.dataset.following.source === source);
    const free = this.#web.sources.map((_, at) => at).filter((at) => !isTaken(at));
    const names = Object.keys(world);
    if (free.length === 0) return 'Everything is followed already';
    const source = oneOf(random, free);
    const namespace = names.length === 0 ? `n${next()}` : oneOf(random, names);
    const others = Object.entries(world[namespace]?.datasets ?? {}).filter(([, one]) => one.following === null);
    const slug = others.length > 0 && random() < 0.3 ? oneOf(random, others)[0] : `d${next()}`;
    const every = oneOf(random, ['6h', '12h', '1d']);
    const guards: WorldGuards = {
      rowsFell: random() < 0.5 ? oneOf(random, [0, 20]) : null,
      max: random() < 0.3 ? 850_000 : null,
    };
    const words = `${namespace}/${slug} follows source ${source}, every ${every}, ${JSON.stringify(guards)}`;
    const { failure, sources } = await this.#ask({
      kind: 'follow',
      request: {
        kind: 'follow',
        choice: { kind: 'file', address: this.#addressOf(source), entry: '', parameters: {} },
        namespace: { slug: namespace, create: { label: namespace, published: true, allowedGroups: [] } },
        dataset: { slug, create: { label: slug, description: '' } },
        every,
        allowPrivate: true,
        retention: { kind: 'all' },
        guards: {
          rowsFell: guards.rowsFell,
          columnGone: false,
          columnRetyped: false,
          checks: guards.max === null ? [] : [{ column: 'value', test: 'range', max: guards.max }],
        },
      },
    });
    if (failure !== null && this.#sent.length > 0) throw new Error(`${words}: ${failure}`);
    if (failure === null) {
      world[namespace] ??= { owner: 'staff', label: namespace, published: true, isForReaders: false, datasets: {} };
      const { datasets } = world[namespace];
      const following = { source, guards, held: null, rejected: null };
      datasets[slug] = { ...(datasets[slug] ?? { label: slug, versions: [] }), following };
    }
    await this.settle(world, client, { failure, sources });
    return failure === null ? words : `${words}, which fails: ${failure}`;
  }
}

function rowsOf(text: string): Row[] {
  const [, ...lines] = text.trim().split('\n');
  return lines.map((line) => {
    const [id, value] = line.split(',').map(Number);
    return { id: id ?? 0, value: value ?? 0 };
  });
}

interface Followed {
  readonly at: readonly [string, string];
  readonly dataset: DatasetModel & { readonly following: Following };
}

function followed(world: World): Followed[] {
  return Object.entries(world).flatMap(([namespace, { datasets }]) =>
    Object.entries(datasets).flatMap(([slug, dataset]) =>
      dataset.following === null ? [] : [{ at: [namespace, slug] as const, dataset: dataset as Followed['dataset'] }],
    ),
  );
}

/** A table in another order is the same one. */
const contentOf = (rows: readonly Row[]) =>
  rows
    .map((row) => JSON.stringify(row))
    .sort()
    .join('\n');

const isSame = (one: readonly Row[] | null | undefined, other: readonly Row[]) =>
  one !== null && one !== undefined && contentOf(one) === contentOf(other);

/** What becomes of the rows that a source has sent. */
function take({ versions, following }: Followed['dataset'], rows: readonly Row[]): 'published' | 'held' | 'unchanged' {
  const last = versions.at(-1);
  const { held, rejected, guards } = following;
  if (isSame(last, rows) || isSame(rejected, rows)) {
    // What was held is out of date.
    following.held = null;
    return 'unchanged';
  }
  if (isSame(held, rows)) return 'unchanged';
  const hasFallen = guards.rowsFell !== null && rows.length < (last?.length ?? 0) * (1 - guards.rowsFell / 100);
  const isAbove = guards.max !== null && rows.some(({ value }) => Number(value) > (guards.max ?? 0));
  if (last !== undefined && (hasFallen || isAbove)) {
    following.held = rows;
    return 'held';
  }
  following.held = null;
  versions.push(rows);
  return 'published';
}

async function checkNewest(client: ServiceClient, at: Followed['at'], { versions }: DatasetModel): Promise<void> {
  const path = `namespaces/${at.join('/datasets/')}/`;
  const record = await client.read<{ versions: readonly unknown[] }>('staff', path);
  if (record.versions.length !== versions.length) {
    throw new Error(`${at.join('/')} has ${record.versions.length} versions instead of ${versions.length}.`);
  }
  const newest = versions.at(-1);
  if (newest !== undefined) await checkRows(client, 'staff', at, newest, versions.length - 1);
}
