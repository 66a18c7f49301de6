import { formOf, type ServiceClient } from './service-client.ts';
import {
  below,
  columnsOf,
  type DatasetModel,
  mayRead,
  mayWrite,
  type NamespaceModel,
  oneOf,
  type Person,
  people,
  randomFile,
  randomRows,
  type World,
} from './world.ts';

/** Something that a person does. */
export interface Act {
  /** For the log: "anna appends to n3/d5". */
  readonly text: string;
  /** Sends the requests. @throws if the service does not do what it must */
  run(client: ServiceClient): Promise<void>;
  /** What it changes, once it is done. */
  apply(world: World): void;
}

export const password = 'A long password of words 1';

interface Choice {
  readonly random: () => number;
  readonly world: World;
  /** Numbers for names that were never used. */
  readonly next: () => number;
  /** Address of the group of readers. */
  readonly group: string;
}

const nothing = () => {};
const pathOf = (namespace: string, dataset?: string) =>
  `namespaces/${namespace}/${dataset === undefined ? '' : `datasets/${dataset}/`}`;

/** Only people with an account may write; others are told to sign in. */
const refusalFor = (who: Person) => (who === 'anonymous' ? 401 : 403);

function refused(text: string, who: Person, send: (client: ServiceClient, status: number) => Promise<unknown>): Act {
  return {
    text: `${text}, which is refused`,
    run: async (client) => void (await send(client, refusalFor(who))),
    apply: nothing,
  };
}

/** A random act that changes something, or is refused. */
export function randomAct(choice: Choice): Act {
  const { random, world } = choice;
  const who = oneOf(random, people);
  const names = Object.keys(world);
  if (names.length === 0 || (names.length < 8 && random() < 0.08)) return createNamespace(choice, who);
  const name = oneOf(random, names);
  const namespace = world[name] as NamespaceModel;
  const datasets = Object.entries(namespace.datasets);
  const kinds = [publishNew, publishNew, changeReaders, rename, ...(datasets.length === 0 ? [] : withDataset)];
  // Most things are done by those who may; the others are refused.
  const able = random() < 0.85 ? oneOf(random, ['staff' as const, namespace.owner]) : who;
  if (random() < 0.02) return deleteNamespace(choice, able, name, namespace);
  return oneOf(random, kinds)(choice, able, name, namespace);
}

type MakeAct = (choice: Choice, who: Person, name: string, namespace: NamespaceModel) => Act;

function createNamespace({ random, next, group }: Choice, who: Person): Act {
  const slug = `n${next()}`;
  const published = random() < 0.7;
  const isForReaders = random() < 0.3;
  const record = { slug, label: slug, published, allowed_groups: isForReaders ? [group] : [] };
  const text = `${who} creates ${slug}`;
  if (who === 'anonymous')
    return refused(text, who, (client, status) => client.expect(status, who, 'POST', 'namespaces/', record));
  return {
    text,
    run: async (client) => void (await client.expect(201, who, 'POST', 'namespaces/', record)),
    apply: (world) => {
      world[slug] = { owner: who, label: slug, published, isForReaders, datasets: {} };
    },
  };
}

const publishNew: MakeAct = ({ random, next }, who, name, namespace) => {
  const slug = `d${next()}`;
  const rows = randomRows(random);
  const file = randomFile(random, rows);
  const path = `${pathOf(name)}datasets/`;
  const form = () => formOf(file, { slug, label: slug });
  const text = `${who} publishes ${file.name} as ${name}/${slug}`;
  if (!mayWrite(who, namespace))
    return refused(text, who, (client, status) => client.expect(status, who, 'POST', path, form()));
  return {
    text,
    async run(client) {
      const { text: body } = await client.expect(202, who, 'POST', path, form());
      const { versions } = JSON.parse(body) as { versions: { url: string }[] };
      await client.waitUntilReady(who, versions[0]?.url ?? '');
    },
    apply: (world) => {
      const target = world[name];
      if (target !== undefined) target.datasets[slug] = { label: slug, versions: [rows], following: null };
    },
  };
};

const rename: MakeAct = ({ random, next }, who, name, namespace) => {
  const datasets = Object.keys(namespace.datasets);
  const slug = datasets.length > 0 && random() < 0.6 ? oneOf(random, datasets) : null;
  const to = `${slug === null ? 'n' : 'd'}${next()}`;
  const path = slug === null ? pathOf(name) : pathOf(name, slug);
  const record = { slug: to, label: `Label of ${to}` };
  const text = `${who} renames ${name}${slug === null ? '' : `/${slug}`} to ${to}`;
  if (!mayWrite(who, namespace))
    return refused(text, who, (client, status) => client.expect(status, who, 'PATCH', path, record));
  return {
    text,
    run: async (client) => void (await client.expect(200, who, 'PATCH', path, record)),
    apply(world) {
      const holder: Record<string, NamespaceModel | DatasetModel> | undefined =
        slug === null ? world : world[name]?.datasets;
      const renamed = holder?.[slug ?? name];
      if (holder === undefined || renamed === undefined) return;
      delete holder[slug ?? name];
      holder[to] = { ...renamed, label: record.label };
    },
  };
};

const changeReaders: MakeAct = ({ random, group }, who, name, namespace) => {
  const published = random() < 0.6;
  const isForReaders = random() < 0.4;
  const record = { published, allowed_groups: isForReaders ? [group] : [] };
  const text = `${who} ${published ? 'shows' : 'hides'} ${name}${isForReaders ? ' to the readers' : ''}`;
  if (!mayWrite(who, namespace)) {
    return refused(text, who, (client, status) => client.expect(status, who, 'PATCH', pathOf(name), record));
  }
  return {
    text,
    run: async (client) => void (await client.expect(200, who, 'PATCH', pathOf(name), record)),
    apply: (world) => void Object.assign(world[name] ?? {}, { published, isForReaders }),
  };
};

const addVersion: MakeAct = ({ random }, who, name, namespace) => {
  const slug = oneOf(random, Object.keys(namespace.datasets));
  const before = namespace.datasets[slug]?.versions.at(-1) ?? [];
  const isAppend = before.length > 0 && random() < 0.5;
  const rows = randomRows(random, isAppend ? columnsOf(before) : null);
  const file = randomFile(random, rows);
  const path = `${pathOf(name, slug)}versions/`;
  const form = () => formOf(file, { mode: isAppend ? 'append' : 'replace' });
  const text = `${who} ${isAppend ? 'appends' : 'puts'} ${file.name} ${isAppend ? 'to' : 'in place of'} ${name}/${slug}`;
  if (!mayWrite(who, namespace))
    return refused(text, who, (client, status) => client.expect(status, who, 'POST', path, form()));
  return {
    text,
    run: async (client) => client.waitUntilReady(who, (await client.expect(202, who, 'POST', path, form())).location),
    apply: (world) => void world[name]?.datasets[slug]?.versions.push(isAppend ? [...before, ...rows] : rows),
  };
};

/** What is deleted otherwise stays in the trash for a month, with its rows. */
const forGood = (path: string) => `${path}?permanent=true`;

const removeDataset: MakeAct = ({ random }, who, name, namespace) => {
  const slug = oneOf(random, Object.keys(namespace.datasets));
  const path = pathOf(name, slug);
  const text = `${who} deletes ${name}/${slug}`;
  if (!mayWrite(who, namespace))
    return refused(text, who, (client, status) => client.expect(status, who, 'DELETE', path));
  return {
    text,
    async run(client) {
      await client.expect(204, who, 'DELETE', forGood(path));
      await client.expect(404, who, 'GET', `${path}data/`);
    },
    apply: (world) => void delete world[name]?.datasets[slug],
  };
};

const removeVersion: MakeAct = ({ random }, who, name, namespace) => {
  const slug = oneOf(random, Object.keys(namespace.datasets));
  const { versions } = namespace.datasets[slug] as DatasetModel;
  const at = below(random, Math.max(1, versions.length));
  const text = `${who} deletes version ${at} of ${name}/${slug}`;
  // A dataset without any version is another story, and the last one is rarely deleted.
  if (versions.length < 2 || !mayWrite(who, namespace))
    return { text: `${text}, after all not`, run: async () => {}, apply: nothing };
  return {
    text,
    async run(client) {
      const { versions: found } = await client.read<{ versions: { url: string }[] }>(who, pathOf(name, slug));
      await client.expect(204, who, 'DELETE', forGood(found.toReversed()[at]?.url ?? ''));
    },
    apply(world) {
      const { versions: all, following } = world[name]?.datasets[slug] ?? {};
      const [removed = null] = all?.splice(at, 1) ?? [];
      // Who goes back to the version before does not want the newest again.
      if (following && at === all?.length) following.rejected = removed;
    },
  };
};

/** What a guard holds is published, or not; without anything to decide about, that is refused. */
const decideHeld: MakeAct = ({ random }, who, name, namespace) => {
  const all = Object.entries(namespace.datasets);
  const holding = all.filter(([, { following }]) => following?.held !== null && following !== null);
  const [slug] = oneOf(random, holding.length > 0 ? holding : all);
  const isHeld = holding.length > 0;
  const accepts = random() < 0.5;
  const path = `${pathOf(name, slug)}source/`;
  const record = { action: accepts ? 'accept' : 'reject' };
  const text = `${who} ${accepts ? 'accepts' : 'rejects'} what is held of ${name}/${slug}`;
  if (!mayWrite(who, namespace))
    return refused(text, who, (client, status) => client.expect(status, who, 'POST', path, record));
  return {
    text: isHeld ? text : `${text}, which is nothing`,
    run: async (client) => void (await client.expect(isHeld ? 200 : 409, who, 'POST', path, record)),
    apply(world) {
      const dataset = world[name]?.datasets[slug];
      const { held = null } = dataset?.following ?? {};
      if (held === null || !dataset?.following) return;
      if (accepts) dataset.versions.push(held);
      Object.assign(dataset.following, { held: null, rejected: accepts ? null : held });
    },
  };
};

const withDataset: readonly MakeAct[] = [addVersion, addVersion, addVersion, removeDataset, removeVersion, decideHeld];

function deleteNamespace(_: Choice, who: Person, name: string, namespace: NamespaceModel): Act {
  const text = `${who} deletes ${name}`;
  const path = pathOf(name);
  if (!mayWrite(who, namespace))
    return refused(text, who, (client, status) => client.expect(status, who, 'DELETE', path));
  return {
    text,
    run: async (client) => void (await client.expect(204, who, 'DELETE', forGood(path))),
    apply: (world) => void delete world[name],
  };
}

/** A new token works, and so does the one before it. */
export function obtainToken({ random }: Choice): Act {
  const who = oneOf(
    random,
    people.filter((one) => one !== 'anonymous'),
  );
  return {
    text: `${who} obtains a token`,
    async run(client) {
      const { text } = await client.expect(200, who, 'POST', 'auth/token/obtain/', { username: who, password });
      client.tokens[who] = (JSON.parse(text) as { token: string }).token;
    },
    apply: nothing,
  };
}

/** Whether anybody without an account may read a namespace. */
export const isPublic = (namespace: NamespaceModel) => mayRead('anonymous', namespace);
