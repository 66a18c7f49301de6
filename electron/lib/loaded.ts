/** A function whose module is loaded when it is first called: a command needs only one of many. */
export function loaded<Args extends unknown[], Result>(
  load: () => Promise<(...args: Args) => Promise<Result>>,
): (...args: Args) => Promise<Result> {
  return async (...args) => (await load())(...args);
}
