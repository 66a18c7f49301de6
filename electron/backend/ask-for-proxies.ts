import { LRUCache } from 'lru-cache';

/** How long an answer is used. A change of the system's settings is noticed after that. */
const keptMs = 30_000;
/** Without an answer, as from a shell that is ending, nothing waits forever. */
const answerTimeoutMs = 10_000;
const maxOrigins = 1000;

/** Asks the shell for the system's proxies, once per origin as long as the answer is used. */
export function askForProxies(ask: (id: number, address: string) => void) {
  const waiting = new Map<number, (answer: string) => void>();
  const known = new LRUCache<string, Promise<string>>({ max: maxOrigins, ttl: keptMs });
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
    /** Passes on only the origin: a script of proxy settings has no need of paths and parameters. */
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
