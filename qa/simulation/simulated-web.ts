import type { HostBudget } from '#shared/host-budgets.ts';
import { seededRandom } from '#shared/testing/seeded-random.ts';
import { openSite, type Site, type SitePage } from '../../electron/follow/testing/site.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** What the simulated servers did. Times are milliseconds of the simulated clock. */
export interface SimulatedWebParts {
  readonly seed: number;
  readonly hosts: number;
  readonly sources: number;
  readonly startAt: number;
  /** Nothing changes from here on, and nothing fails. */
  readonly quietAt: number;
  /** How often each source changes in a day. */
  readonly changesADay: number;
  /** Some servers give what did not change another tag after so many days. */
  readonly tagDays: number;
  readonly now: () => number;
  /** Which of the processes asks. */
  readonly life: () => number;
  /** Whether hosts have budgets, and ask for pauses. */
  readonly areHostsStrict: boolean;
  /** Called when a source has sent its content whole; `text` is the file. */
  readonly onSent: (source: SimulatedSource, content: string, at: number, text: string) => void;
}

/** One file that changes at moments that follow from the seed, and is served with faults that do. */
export interface SimulatedSource {
  readonly slug: string;
  readonly address: string;
  /** Its rows in a canonical form, at the end. */
  readonly finalContent: () => string;
}

export interface SimulatedWeb {
  readonly sources: readonly SimulatedSource[];
  readonly budgets: readonly HostBudget[];
  /** Number of requests, robots.txt included. */
  readonly requests: () => number;
  /** Where a host was asked more often than its budget or its robots.txt allows. */
  readonly excesses: () => readonly string[];
  close(): Promise<void>;
}

/** The pause that some hosts ask for in their robots.txt. */
const crawlDelayMs = 5_000;

/**
 * The follower's clock is moved by each caller that waits, while requests to other hosts are on their way: a request
 * may be seen this much later than it was sent. Pauses count from the answer, which is later still, but not those of a
 * process that was ended before it had one.
 */
const skewMs = 10 * 60_000;

/** A host with its requests: one third has budgets, one third asks for a pause, and one third both. */
interface Host {
  readonly site: Site;
  readonly requests: { readonly at: number; readonly life: number }[];
  readonly delayMs: number;
  readonly budgets: readonly HostBudget[];
}

export async function openSimulatedWeb(parts: SimulatedWebParts): Promise<SimulatedWeb> {
  const hosts: Host[] = [];
  for (let at = 0; at < parts.hosts; at += 1) {
    const requests: Host['requests'] = [];
    const site = await openSite(() => requests.push({ at: parts.now(), life: parts.life() }));
    const { host } = new URL(site.base);
    // Enough for its sources on a usual day, too few when they change often or fail.
    const ofHost = Math.ceil((parts.sources - at) / parts.hosts);
    const budgets = [
      { host, path: '/', requests: 4 + ofHost, perMs: hourMs },
      { host, path: '/', requests: 4 + 2 * ofHost, perMs: dayMs },
    ];
    const delayMs = !parts.areHostsStrict || at % 3 === 1 ? 0 : crawlDelayMs;
    site.pages.set('/robots.txt', { body: delayMs === 0 ? '' : `User-agent: *\nCrawl-delay: ${delayMs / 1000}\n` });
    hosts.push({ site, requests, delayMs, budgets: !parts.areHostsStrict || at % 3 === 2 ? [] : budgets });
  }
  const sources = Array.from({ length: parts.sources }, (_, at) =>
    openSource(parts, at, (hosts[at % hosts.length] as Host).site),
  );
  return {
    sources,
    budgets: hosts.flatMap(({ budgets }) => budgets),
    requests: () => hosts.reduce((sum, { requests }) => sum + requests.length, 0),
    excesses: () => hosts.flatMap(excessesOf),
    async close() {
      await Promise.all(hosts.map(({ site }) => site.close()));
    },
  };
}

function excessesOf({ site, requests, delayMs, budgets }: Host): string[] {
  const sorted = requests.toSorted((one, other) => one.at - other.at);
  const tooSoon = (perMs: number, most: number, isCounted: (life: number, before: number) => boolean = () => true) =>
    sorted
      .filter(({ at, life }, index) => {
        const before = sorted[index - most];
        return before !== undefined && isCounted(life, before.life) && at < before.at + perMs;
      })
      .map(({ at }) => `${site.base}: more than ${most} requests in ${perMs} ms at ${new Date(at).toISOString()}`);
  return [
    ...(delayMs > 0 ? tooSoon(delayMs, 1, (life, before) => life === before) : []),
    ...budgets.flatMap((budget) => tooSoon(budget.perMs - skewMs, budget.requests)),
  ];
}

function openSource(parts: SimulatedWebParts, number: number, site: Site): SimulatedSource {
  const { seed, startAt, quietAt, changesADay, tagDays, now, onSent } = parts;
  const random = seededRandom(seed + 7_919 * (number + 1));
  const path = `/s${number}.csv`;
  const rows = new Map<number, number>();
  let nextId = 1;
  let revision = 0;
  let changedAt = startAt;
  let nextChangeAt = startAt;

  function change(): void {
    const ids = [...rows.keys()];
    const any = ids[Math.floor(random() * ids.length)];
    if (any !== undefined && random() < 0.3) rows.set(any, Math.floor(random() * 1_000_000));
    else if (any !== undefined && ids.length > 8 && random() < 0.5) rows.delete(any);
    else {
      rows.set(nextId, Math.floor(random() * 1_000_000));
      nextId += 1;
    }
    revision += 1;
  }

  function advance(moment: number): void {
    while (nextChangeAt <= Math.min(moment, quietAt)) {
      change();
      changedAt = nextChangeAt;
      nextChangeAt += (-Math.log(1 - random()) * dayMs) / changesADay;
    }
  }

  /** What is wrong with the answers of a quarter of a day; 0 for nothing. */
  function faultAt(moment: number): number {
    if (moment < startAt + dayMs || moment >= quietAt) return 0;
    const slot = Math.floor(moment / (6 * hourMs));
    const ofSlot = seededRandom(seed + 104_729 * (number + 1) + slot);
    return ofSlot() < 0.8 ? 0 : 1 + Math.floor(ofSlot() * 7);
  }

  const tagAt = (moment: number) =>
    `"${revision}${number % 2 === 0 ? `-${Math.floor(moment / (tagDays * dayMs))}` : ''}"`;

  const content = () =>
    [...rows]
      .sort(([one], [other]) => one - other)
      .map((row) => row.join(','))
      .join('\n');

  for (let at = 0; at < 5; at += 1) change();
  const source: SimulatedSource = {
    slug: `s${number}`,
    address: `${site.base}${path}`,
    finalContent: () => {
      advance(quietAt);
      return content();
    },
  };
  const page: SitePage = ({ method }, response) => {
    const moment = now();
    advance(moment);
    const fault = faultAt(moment);
    const lines = [...rows].map((row) => `${row.join(',')}\n`);
    // Sources shuffle; from one state of the data to the next, and within one too.
    if (revision % 3 === 0 || Math.floor(moment / dayMs) % 5 === 0) lines.reverse();
    const text = `id,value\n${lines.join('')}`;
    const headers = {
      'content-type': 'text/csv',
      'content-length': String(text.length),
      etag: fault === 7 ? '"always the same"' : tagAt(moment),
      'last-modified': new Date(changedAt).toUTCString(),
    };
    const answer = (status: number, others: Record<string, string>, body: string) => {
      response.writeHead(status, others);
      response.end(method === 'HEAD' ? undefined : body);
    };
    if (fault === 1) answer(500, {}, 'no');
    else if (fault === 2) answer(429, { 'retry-after': '3600' }, '');
    else if (fault === 3) answer(200, { 'content-type': 'text/html' }, '<!doctype html><p>Maintenance');
    else if (fault === 4 && method !== 'HEAD') {
      response.writeHead(200, headers);
      response.write(text.slice(0, text.length / 2), () => response.destroy());
    } else if (fault === 5) answer(404, {}, 'gone');
    else if (fault === 6) answer(200, { 'content-type': 'text/csv' }, '');
    else {
      const sent = content();
      answer(200, headers, text);
      if (method !== 'HEAD') onSent(source, sent, moment, text);
    }
  };
  site.pages.set(path, page);
  return source;
}
