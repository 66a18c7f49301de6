import { createHash, randomUUID } from 'node:crypto';
import { type LoginCounts, type LoginTally, loginWindowMs } from '../../catalogue/access/login-tally.ts';
import type { PostgresConnections } from './connections.ts';

/** Lock that is held while an attempt is counted. */
export const loginsLock = 0x616c6d62;

/** Seconds after which an attempt that has no outcome counts as failed: its node was ended, or cannot report it. */
const checkTimeoutSeconds = 20;

const windowSeconds = loginWindowMs / 1000;

/** Counts by the clock of PostgreSQL, whichever node asks. */
const countsSql = `
select name,
  count(*) filter (where not failed and at > clock_timestamp() - make_interval(secs => ${checkTimeoutSeconds})) as "underWay",
  coalesce(
    array_agg(extract(epoch from clock_timestamp() - at)::float8 * 1000 order by at)
      filter (where failed or at <= clock_timestamp() - make_interval(secs => ${checkTimeoutSeconds})),
    '{}'
  ) as failures
from login_attempts
where name = any ($1) and at > clock_timestamp() - make_interval(secs => ${windowSeconds})
group by name`;

/** The hash of a name: names of accounts and addresses of clients are not stored themselves. */
function hashOf(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}

const none: LoginCounts = { failures: [], underWay: 0 };

/**
 * Counts the attempts of all nodes in PostgreSQL. An attempt is recorded before its password is checked, and stays if
 * its node ends: a restart gives no further attempts. Counting waits for no writer, and invalidates no cached data.
 */
export function sharedLoginTally(connections: PostgresConnections): LoginTally {
  return {
    async begin(names, isAdmitted) {
      const hashes = names.map(hashOf);
      const admits = (rows: readonly ({ readonly name: string } & LoginCounts)[]) => {
        const found = new Map(rows.map((row) => [row.name, row]));
        return isAdmitted((name) => found.get(hashOf(name)) ?? none);
      };
      // Guesses beyond a limit are refused without the lock.
      if (!admits(await connections.ask(countsSql, [hashes]))) return null;
      const id = randomUUID();
      const isCounted = await connections.askAlone(loginsLock, async (ask) => {
        if (!admits(await ask(countsSql, [hashes]))) return false;
        await ask(
          `with expired as (
             delete from login_attempts where (id, name) in (
               select id, name from login_attempts where at <= clock_timestamp() - make_interval(secs => ${windowSeconds})
               for update skip locked
             )
           )
           insert into login_attempts (id, name) select $1, unnest($2::text[])`,
          [id, hashes],
        );
        return true;
      });
      if (!isCounted) return null;
      return async (hasFailed) => {
        const end = hasFailed
          ? 'update login_attempts set failed = true, at = clock_timestamp() where id = $1'
          : 'delete from login_attempts where id = $1';
        // An outcome that cannot be recorded counts as a failure before long.
        await connections.ask(end, [id]).catch(() => {});
      };
    },
  };
}
