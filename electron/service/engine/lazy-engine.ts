import type { Engine, EngineOptions } from './engine.ts';

/**
 * The engine, loaded and started for the first statement: its library is large, and pages of rows do not need it. A
 * failed start is reported to its caller, and the next statement tries again.
 * @param before called first: the priority of threads that exist then is not lowered
 */
export function lazyEngine(options: EngineOptions, before: () => void): Engine {
  let started: Promise<Engine> | null = null;
  async function start(): Promise<Engine> {
    const { openEngine } = await import('./engine.ts');
    before();
    return openEngine(options);
  }
  const engine = (): Promise<Engine> => {
    const starting = started ?? start();
    started = starting;
    starting.catch(() => {
      if (started === starting) started = null;
    });
    return starting;
  };
  return {
    short: async (request, work) => (await engine()).short(request, work),
    long: async (request, work) => (await engine()).long(request, work),
    import: async (request, work) => (await engine()).import(request, work),
    upkeep: async (request, work) => (await engine()).upkeep(request, work),
    memoryBytes: async () => (await started)?.memoryBytes() ?? 0,
    close: async () => (await started)?.close(),
  };
}
