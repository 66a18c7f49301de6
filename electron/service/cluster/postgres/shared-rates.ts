import { createHash } from 'node:crypto';
import type { SharedRates } from '../../catalogue/database/catalogue.ts';
import type { PostgresConnections } from './connections.ts';

/** Number of exchanges between removals of unneeded rows, and the age in minutes at which a row is unneeded. */
const exchangesBetweenRemovals = 100;
const retentionMinutes = 10;

/** The hash of a caller: addresses of clients are not stored themselves. */
function hashOf(caller: string): string {
  return createHash('sha256').update(caller).digest('base64');
}

/** Adds up the requests that nodes have answered, in PostgreSQL and by its clock: one statement for all callers. */
export function sharedRates(connections: PostgresConnections): SharedRates {
  let exchanges = 0;
  return {
    async add(entries, perMinute) {
      const byHash = new Map(entries.map(({ caller, taken }) => [hashOf(caller), { caller, taken }]));
      exchanges += 1;
      if (exchanges % exchangesBetweenRemovals === 0)
        await connections.ask(
          `delete from request_rates where caller in (
             select caller from request_rates where at < now() - make_interval(mins => ${retentionMinutes})
             for update skip locked
           )`,
        );
      // In one order, so that nodes never wait for each other.
      const rows = await connections.ask<{ caller: string; level: number }>(
        `insert into request_rates as known (caller, level, at)
         select caller, taken, clock_timestamp()
         from unnest($1::text[], $2::float8[]) as given (caller, taken) order by caller
         on conflict (caller) do update set
           level = excluded.level
             + greatest(0, known.level - extract(epoch from excluded.at - known.at)::float8 * $3::float8 / 60),
           at = excluded.at
         returning caller, level`,
        [[...byHash.keys()], [...byHash.values()].map(({ taken }) => taken), perMinute],
      );
      return new Map(rows.map(({ caller, level }) => [byHash.get(caller)?.caller ?? '', level]));
    },
  };
}
