/** How long an answer counts. A change of the system's settings is noticed after that. */
const keptMs = 30_000;
/** Without an answer, as from a shell that is ending, nothing waits forever. */
const answerTimeoutMs = 10_000;

/** Asks the shell for the system's proxies, once per origin as long as the answer counts. */
export function askForProxies(ask: (id: number, address: string) => void) {
  const waiting = new Map<number, (answer: string) => void>();
  const known = new Map<string, { readonly answer: Promise<string>; readonly until: number }>();
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
    /** Only the origin is told: paths and parameters are nobody's business, not even that of a script of settings. */
    find({ origin }: URL): Promise<string> {
      const kept = known.get(origin);
      if (kept !== undefined && kept.until > Date.now()) return kept.answer;
      const answer = askFor(origin);
      known.set(origin, { answer, until: Date.now() + keptMs });
      return answer;
    },
    answer(id: number, answer: string): void {
      waiting.get(id)?.(answer);
    },
  };
}
