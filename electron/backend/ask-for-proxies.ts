import { LRUCache } from 'lru-cache';

/** How long an answer is reused, in milliseconds; a change of the system's settings is noticed after that. */
const reuseMs = 30_000;
/** Time limit for an answer: a shell that is quitting sends none. */
const answerTimeoutMs = 10_000;
const maxOrigins = 1000;

/** Asks the shell for the system's proxies, once per origin while the answer may be reused. */
export function askForProxies(ask: (id: number, address: string) => void) {
  const waiting = new Map<number, (answer: string) => void>();
  const known = new LRUCache<string, Promise<string>>({ max: maxOrigins, ttl: reuseMs });
  let last = 0;
  const askFor = (origin: string) =>
    new Promise<string>((resolve) => {
      last += 1;
      const id = last;
      const finish = (answer: string) => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve(answer);
      };
      const timer = setTimeout(() => finish('DIRECT'), answerTimeoutMs);
      waiting.set(id, finish);
      ask(id, `${origin}/`);
    });
  return {
    /** Passes on only the origin: a PAC script needs neither path nor parameters. */
    find({ origin }: URL): Promise<string> {
      const kept = known.get(origin);
      if (kept !== undefined) return kept;
      const answer = askFor(origin);
      known.set(origin, answer);
      return answer;
    },
    answer(id: number, answer: string): void {
      waiting.get(id)?.(answer);
    },
  };
}
