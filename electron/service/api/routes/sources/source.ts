import {
  guardsOf,
  guardsRecord,
  SourceRecord,
  SourceRequest,
  SourceWrite,
  summaryRecord,
} from '#shared/api/records/source.ts';
import { englishText } from '#shared/english/english-text.ts';
import { type SourceKind, usualGuards } from '#shared/follow.ts';
import { given } from '#shared/given.ts';
import { mayWrite } from '../../../catalogue/access/access.ts';
import type { LocatedDataset } from '../../../catalogue/records/readable-dataset.ts';
import { putSource, type SourceUpdate } from '../../../catalogue/sources/sources.ts';
import type { ServiceDeps } from '../../../deps.ts';
import { decideHeld } from '../../../operations/follow/decide-held.ts';
import { type FollowedRecord, sourcesOver } from '../../../operations/follow/local-sources.ts';
import { removeVersions } from '../../../operations/remove-dataset.ts';
import { denied, notFound, refusal } from '../../plugins/api-error.ts';
import type { Exchange } from '../../plugins/exchange.ts';
import type { Action, Answer, Resource } from '../../resources/resource.ts';
import resources from '../../resources/resources.json' with { type: 'json' };
import { findReadableDataset } from '../namespaces/find.ts';

/** The kind before the first check has determined it. */
const unknownKind: SourceKind = 'unknown';

function sourceRecord(
  { links }: Exchange,
  { namespace, dataset }: LocatedDataset,
  followed: FollowedRecord,
): SourceRecord {
  const address = links.dataset(namespace.slug, dataset.slug);
  const { choice, held, problem } = followed;
  return {
    url: `${address}source/`,
    dataset: address,
    address: choice.address,
    kind: choice.kind,
    entry: choice.entry,
    parameters: { ...choice.parameters },
    every: followed.every,
    allow_private: followed.allowPrivate,
    state: followed.state,
    retention: followed.retention,
    guards: guardsRecord(followed.guards),
    key: followed.key,
    versions: followed.versions,
    bytes: followed.bytes,
    traffic: followed.traffic,
    since: followed.since,
    last_check: followed.lastCheck,
    last_change: followed.lastChange,
    next_check: followed.nextCheck,
    failures: followed.failures,
    problem: problem === null ? '' : englishText(problem),
    held:
      held === null
        ? null
        : { at: held.at, reasons: held.reasons.map(englishText), summary: summaryRecord(held.summary) },
    changes: `${address}changes/`,
  };
}

/** The settings in a request, in their stored form. */
function changeOf({ every, allow_private: allowPrivate, paused, retention, guards, key }: Partial<SourceWrite>) {
  return {
    ...given({ every, allowPrivate, paused, retention }),
    ...(guards === undefined ? {} : { guards: guardsOf(guards) }),
    ...given({ key }),
  } satisfies SourceUpdate;
}

/** A recipe is changed at its own address. @throws {ApiError} 409 */
function refuseRecipe(followed: FollowedRecord | null): void {
  if (followed?.choice.kind === 'recipe') throw refusal(409, 'A recipe makes the versions of this dataset.');
}

/** The operations on the sources of this service, and those that concern a dataset. */
function operationsOn(deps: ServiceDeps) {
  const announce = async () => deps.announce();
  const sources = sourcesOver(deps.catalogue.records, announce, (keys) => removeVersions(deps, keys));
  const nameOf = ({ namespace, dataset }: LocatedDataset) => ({ namespace: namespace.slug, dataset: dataset.slug });
  const answer = async (exchange: Exchange, located: LocatedDataset, status = 200): Promise<Answer> => {
    const followed = await sources.find(nameOf(located));
    if (followed === null) throw notFound();
    return { kind: 'record', status, record: sourceRecord(exchange, located, followed) };
  };
  return { sources, nameOf, answer };
}

/**
 * `…/datasets/<dataset_slug>/source/` (an extension): the address that a dataset follows, for callers who may write.
 * The process that owns the store checks it.
 */
export function datasetSource(deps: ServiceDeps): Resource<LocatedDataset> {
  const { sources, nameOf, answer } = operationsOn(deps);
  return {
    ...resources.datasetSource,
    async find(exchange) {
      const located = await findReadableDataset(deps.locator, exchange);
      // An address may reveal a network, or contain a key in its query.
      if (!mayWrite(located.namespace, exchange.caller)) throw denied(exchange.caller);
      return located;
    },
    mayWrite: ({ caller }, { namespace }) => mayWrite(namespace, caller),
    actions: {
      GET: {
        answers: { 200: SourceRecord },
        handle: (exchange, located) => answer(exchange, located),
      },
      PUT: putAction(deps),
      PATCH: patchAction(deps),
      POST: {
        body: SourceRequest,
        answers: { 200: SourceRecord, 202: SourceRecord },
        failures: [409, 415],
        async handle(exchange, located, { fields }) {
          const { action = 'check' } = fields as SourceRequest;
          if (action === 'check') {
            if (!(await sources.requestCheck(nameOf(located)))) throw notFound();
            return await answer(exchange, located, 202);
          }
          const now = new Date().toISOString();
          const isDecided = await decideHeld(deps, located.dataset.id, action === 'accept', now);
          if (!isDecided) throw refusal(409, 'No version is held.');
          return await answer(exchange, located);
        },
      },
      DELETE: {
        answers: { 204: null },
        async handle(_, located) {
          if (!(await sources.remove(nameOf(located)))) throw notFound();
          return { kind: 'empty', status: 204 };
        },
      },
    },
  };
}

/** Makes a dataset follow an address. */
function putAction(deps: ServiceDeps): Action<LocatedDataset> {
  const { sources, nameOf, answer } = operationsOn(deps);
  return {
    body: SourceWrite,
    answers: { 200: SourceRecord, 201: SourceRecord },
    failures: [409, 415],
    async handle(exchange, located, { fields }) {
      const { address, kind, entry, parameters, ...settings } = fields as SourceWrite;
      const before = await sources.find(nameOf(located));
      refuseRecipe(before);
      const now = new Date().toISOString();
      const made = {
        choice: { kind: kind ?? unknownKind, address, entry: entry ?? '', parameters: parameters ?? {} },
        every: settings.every ?? '1d',
        allowPrivate: settings.allow_private ?? false,
        retention: settings.retention ?? ({ kind: 'all' } as const),
        guards: settings.guards === undefined ? usualGuards : guardsOf(settings.guards),
        key: settings.key ?? null,
        nextCheck: now,
      };
      await putSource(deps.catalogue.records, located.dataset.id, made, now);
      if (settings.paused === true) await sources.change(nameOf(located), { paused: true });
      deps.announce();
      return await answer(exchange, located, before === null ? 201 : 200);
    },
  };
}

/** Changes the given fields; another address is looked at anew. */
function patchAction(deps: ServiceDeps): Action<LocatedDataset> {
  const { sources, nameOf, answer } = operationsOn(deps);
  return {
    body: SourceWrite,
    answers: { 200: SourceRecord },
    failures: [409, 415],
    async handle(exchange, located, { fields }) {
      const { address, kind, entry, parameters, ...settings } = fields as Partial<SourceWrite>;
      const before = await sources.find(nameOf(located));
      if (before === null) throw notFound();
      const isOther = [address, kind, entry, parameters].some((one) => one !== undefined);
      if (isOther) refuseRecipe(before);
      const unchanged = address === undefined ? before.choice : { kind: unknownKind, entry: '', parameters: {} };
      const choice = { ...before.choice, ...unchanged, ...given({ address, kind, entry, parameters }) };
      await sources.change(nameOf(located), { ...changeOf(settings), ...(isOther ? { choice } : {}) });
      return await answer(exchange, located);
    },
  };
}
