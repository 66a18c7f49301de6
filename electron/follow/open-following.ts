import { given } from '#shared/given.ts';
import { openScratch } from '../jobs/scratch.ts';
import { systemClock } from '../lib/clock.ts';
import type { Service } from '../service/service.ts';
import type { CheckParts } from './check-source.ts';
import { Follower, type FollowerParts } from './follower.ts';
import { WebAccess, type WebParts } from './web/open-web.ts';

export interface FollowingParts extends Omit<WebParts, 'hosts'> {
  readonly local: Service;
  /** Folder for what may be deleted at any time. */
  readonly scratch: string;
  /** Without it, no notification is sent; the changes can still be read. */
  readonly onNews?: FollowerParts['onNews'];
  readonly onChecked?: () => void;
  readonly report: (where: string, error: unknown) => void;
  readonly mayRun?: () => boolean;
}

/** Following the web for one store, while its owner runs. */
export interface Following {
  readonly access: WebAccess;
  readonly check: CheckParts;
  readonly follower: Follower;
  /** Stops running checks; they are repeated at the next start. */
  close(): Promise<void>;
}

/** Opens what checks the followed sources of a store; nothing is checked before the follower is started. */
export async function openFollowing(parts: FollowingParts): Promise<Following> {
  const {
    local,
    scratch,
    onNews = (news, markAnnounced) => markAnnounced(news.map(({ id }) => id)),
    onChecked = () => {},
    report,
    mayRun,
    clock = systemClock,
  } = parts;
  await openScratch(scratch);
  const access = new WebAccess({ hosts: local.hosts, ...parts });
  const check: CheckParts = { local, access, clock, scratch };
  const follower = new Follower({
    ...check,
    onNews,
    onChecked,
    report,
    ...given({ mayRun }),
  });
  return {
    access,
    check,
    follower,
    async close() {
      await follower.close();
      await access.close();
    },
  };
}
