/**
 * Runs an action at most once at a time. Requests during a run cause exactly one further run after it, so the last
 * request always takes effect, and frequent requests cannot restart a slow action endlessly.
 * @param act must not reject
 */
export function oneAtATime(act: () => Promise<unknown>): () => void {
  let underWay = false;
  let again = false;
  async function run(): Promise<void> {
    underWay = true;
    do {
      again = false;
      await act();
    } while (again);
    underWay = false;
  }
  return () => {
    again = true;
    if (!underWay) void run();
  };
}
