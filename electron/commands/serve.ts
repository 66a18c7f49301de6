import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { InvalidArgumentError } from 'commander';
import ipaddr from 'ipaddr.js';
import { given } from '#shared/given.ts';
import { type SqlAccess, sqlAccesses } from '#shared/query-vocabulary.ts';
import { placesFor } from '../lib/app-paths.ts';
import { systemCodeOf } from '../lib/errors/system-error.ts';
import type { ObjectAddress } from '../lib/objects/object-address.ts';
import type { Service, WindowOptions } from '../service/service.ts';
import { catalogueAddress, objectAddress, objectStorage } from './running/addresses/object-address.ts';
import { builtSamples } from './running/built-samples.ts';
import type { CommandAction } from './running/help/define-command.ts';

import { CommandFailure, UsageFailure } from './running/run.ts';

interface ServeOptions {
  readonly host: string;
  readonly port: number;
  readonly data?: string;
  readonly catalogue?: string;
  readonly cataloguePasswordFile?: string;
  readonly samples?: boolean;
  readonly objects?: ObjectAddress;
  readonly redirectDownloads?: string | true;
  readonly cacheSize?: number;
  readonly scrub?: number;
  readonly trustProxy?: readonly string[];
  readonly publicName?: readonly string[];
  readonly drain?: number;
  readonly metrics?: boolean;
  readonly logRequests?: boolean;
  readonly rateLimit?: number;
  readonly sql?: SqlAccess;
  readonly ui?: boolean;
  readonly embedFrom?: readonly string[];
}

/** `almanac serve`: runs the service alone until it receives a signal to stop. */
export const serveAction: CommandAction = {
  run: serve,
  values: {
    catalogue: catalogueAddress,
    objects: objectAddress,
    redirectDownloads: readersEndpoint,
    cacheSize: byteSize,
    scrub: duration,
    trustProxy: proxies,
    publicName: hostNames,
    drain: duration,
    sql: sqlAccesses,
    embedFrom: embedders,
  },
};

async function serve(options: ServeOptions): Promise<void> {
  const { host, port, scrub, cataloguePasswordFile: passwordFile } = options;
  const places = placesFor(options.data);
  const { secretsOfProcess } = await import('../backend/handlers/source-secrets.ts');
  const { openFollowing } = await import('../follow/open-following.ts');
  const { startService } = await import('../service/service.ts');
  const findSecret = await secretsOfProcess(process.env).catch((error: Error) => {
    throw new CommandFailure(error.message);
  });
  const objects = options.objects && {
    ...(await objectStorage(options.objects)),
    ...readersOf(options.objects, options.redirectDownloads),
  };
  if (objects === undefined && options.redirectDownloads !== undefined)
    throw new UsageFailure('--redirect-downloads needs --objects: files in a data folder have no other address.');
  const service: Service = await startService({
    dataFolder: places.data,
    catalogue:
      options.catalogue === undefined
        ? null
        : { url: options.catalogue, passwordFile: passwordFile === undefined ? null : path.resolve(passwordFile) },
    host,
    port,
    samples: options.samples ? builtSamples() : null,
    ...given({ cacheBytes: options.cacheSize, objects }),
    trustProxy: options.trustProxy ?? false,
    publicNames: options.publicName ?? [],
    metrics: options.metrics ?? false,
    logRequests: options.logRequests ?? false,
    requestsPerMinute: options.rateLimit ?? null,
    ...given({ sql: options.sql }),
    window: options.ui
      ? { ...(await windowFor(path.join(places.cache, 'tabs'), () => service)), embedFrom: options.embedFrom ?? [] }
      : null,
    scrub: scrub === undefined ? null : { everyMs: scrub },
    waitForCommandsMs: Number.POSITIVE_INFINITY,
    onWaiting: () => process.stderr.write('almanac: waiting for a command that is using the data folder.\n'),
    log: (line) => process.stderr.write(line.endsWith('\n') ? line : `${line}\n`),
  }).catch((error: unknown) => {
    throw systemCodeOf(error) === 'EADDRINUSE'
      ? new CommandFailure(`Port ${port} on ${host} is in use. Use --port 0 for a free one.`)
      : error;
  });
  const following = await openFollowing({
    local: service,
    scratch: path.join(places.cache, 'jobs'),
    findSecret,
    report: reportError,
  });
  const stopListening = service.onCatalogueChanged(() => following.follower.wake());
  following.follower.start();
  process.stdout.write(`${JSON.stringify({ ready: true, url: service.url, data: service.dataFolder })}\n`);
  const signal = await stopRequested();
  if (signal === 'SIGTERM' && options.drain !== undefined) {
    service.drain();
    await sleep(options.drain);
  }
  stopListening();
  await following.close();
  await service.close();
}

/** The window for browsers, whose page `npm run build` makes. */
async function windowFor(scratchFolder: string, service: () => Service): Promise<Omit<WindowOptions, 'embedFrom'>> {
  const folder = [import.meta.dirname, path.join(import.meta.dirname, '../../out')]
    .map((parent) => path.join(parent, 'renderer'))
    .find((candidate) => existsSync(path.join(candidate, 'index.html')));
  if (folder === undefined) throw new CommandFailure('There is no window here. Run `npm run build` to make it.');
  const { openBrowserTabs } = await import('../backend/browser-tab.ts');
  return { folder, tabs: openBrowserTabs({ service, scratchFolder, report: reportError }) };
}

function reportError(where: string, error: unknown): void {
  process.stderr.write(`${where}: ${error instanceof Error ? error.stack : String(error)}\n`);
}

/** The signal to stop; a second one ends the process at once. */
function stopRequested(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve);
  });
}

/** Parses a comma-separated list of addresses (`127.0.0.1`) and networks (`10.0.0.0/8`). */
function proxies(text: string): string[] {
  const addresses = text.split(',').map((address) => address.trim());
  const bad = addresses.find((address) => !ipaddr.isValid(address) && !ipaddr.isValidCIDR(address));
  if (bad === undefined) return addresses;
  throw new InvalidArgumentError(`"${bad}" is neither an address nor a network such as 10.0.0.0/8.`);
}

/** Parses a comma-separated list of host names, without ports. */
function hostNames(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  const bad = names.find((name) => !/^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(name) && !ipaddr.isValid(name));
  if (bad === undefined) return names.map((name) => (ipaddr.IPv6.isValid(name) ? `[${name}]` : name));
  throw new InvalidArgumentError(`"${bad}" is not a host name such as statistics.example.org.`);
}

/** Parses the origins of pages that may embed others: `https://example.org`, `https://*.example.org`, or all. */
function embedders(text: string): string[] {
  const origins = text.split(',').map((origin) => origin.trim().replace(/\/$/, ''));
  const bad = origins.find(
    (origin) => origin !== '*' && !/^https?:\/\/(\*\.)?[a-z\d][a-z\d.-]*(:\d{1,5})?$/i.test(origin),
  );
  if (bad === undefined) return origins;
  throw new InvalidArgumentError(`"${bad}" is not an origin such as https://example.org.`);
}

/** Parses the endpoint of an object storage for its readers. */
function readersEndpoint(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '') return url.origin;
  throw new InvalidArgumentError(`"${text}" is not an endpoint such as https://objects.example.org.`);
}

function readersOf(
  { endpoint }: ObjectAddress,
  allowed: string | true | undefined,
): { readonly readersEndpoint?: string } {
  return allowed === undefined ? {} : { readersEndpoint: allowed === true ? endpoint : allowed };
}

function byteSize(text: string): number {
  const [, digits = '', unit = ''] = /^(\d{1,15})([KMGT]?)(?:i?B)?$/i.exec(text) ?? [];
  if (digits === '') throw new InvalidArgumentError('Expected a number of bytes, optionally with K, M, G or T.');
  return Number(digits) * 1024 ** ['', 'K', 'M', 'G', 'T'].indexOf(unit.toUpperCase());
}

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses a number with a unit into milliseconds. */
function duration(text: string): number {
  const [, number = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const ms = Number(number) * (unitMs[unit] ?? 0);
  if (ms > 0) return ms;
  throw new InvalidArgumentError('Expected a number with a unit: 30d for days, 12h for hours, 45m for minutes.');
}
