/**
 * Makes an act that may be asked for at any moment: asked for while it is under way, it is done once more when it is
 * over, however often it was asked for. So the last word is always followed, and a slow act is not begun anew for ever
 * by words that come faster than it ends.
 * @param act must not reject.
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
