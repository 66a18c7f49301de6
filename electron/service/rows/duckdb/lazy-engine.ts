import type { Engine, EngineOptions } from './engine.ts';

/**
 * The engine, loaded and started when the first statement is to run: its library is large, and pages of rows need none
 * of it. What kept it from starting is told to whoever wanted it, and the next statement tries again.
 * @param before called first: threads that are there then do not give way as the engine's own do
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
    short: async (signal, work) => (await engine()).short(signal, work),
    long: async (signal, work) => (await engine()).long(signal, work),
    close: async () => (await started)?.close(),
  };
}
