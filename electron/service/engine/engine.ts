import { type DuckDBConnection, DuckDBInstance, DuckDBScalarFunction, VARCHAR } from '@duckdb/node-api';
import { withLowerPriority } from '../../lib/thread-priority.ts';
import { FairTurns, type TurnLimits } from '../work/fair-turns.ts';
import { type RunStatement, runAtLowerPriority, runNow } from './run-statement.ts';
import { openSession, type Session } from './session.ts';

export interface EngineOptions {
  readonly memoryBytes: number;
  readonly threads: number;
  /** Folder for data that exceed memory; emptied by its owner. */
  readonly spillFolder: string;
  /** Functions of texts for what the engine cannot do itself. They run on the event loop: only for rare values. */
  readonly functions: Readonly<Record<string, (text: string) => string>>;
  /** Whether the process exists only for the engine, so that statements may also run on its thread pool. */
  readonly alone?: boolean;
  /** Called occasionally while a statement makes progress. */
  readonly onActivity?: () => void;
}

/** The engine with its lanes: no work waits for longer work of another lane. In each, the callers take turns. */
export interface Engine {
  /** For statements of milliseconds. */
  short<T>(request: EngineRequest, work: (session: Session) => Promise<T>): Promise<T>;
  /** For statements of seconds or minutes that a reader waits for: views, profiles, comparisons, downloads. */
  long<T>(request: EngineRequest, work: (session: Session) => Promise<T>): Promise<T>;
  /** For imports. Their number is limited by `import-turns.ts`. */
  import<T>(request: EngineRequest, work: (session: Session) => Promise<T>): Promise<T>;
  /** For background work: preparing versions for reading. */
  upkeep<T>(request: EngineRequest, work: (session: Session) => Promise<T>): Promise<T>;
  memoryBytes(): Promise<number>;
  close(): Promise<void>;
}

const maxWaiting = 1024;

/** A synchronous statement occupies a thread of the process's pool: one caller must not occupy all of them. */
const shortTurns: TurnLimits = { maxRunning: 4, maxRunningPerCaller: 3, maxRunningOfManyCallers: 4, maxWaiting };
const longTurns: TurnLimits = { maxRunning: 3, maxRunningPerCaller: 2, maxRunningOfManyCallers: 8, maxWaiting };
const importTurns: TurnLimits = { maxRunning: 4, maxRunningPerCaller: 4, maxRunningOfManyCallers: 4, maxWaiting };
const upkeepTurns: TurnLimits = { maxRunning: 2, maxRunningPerCaller: 2, maxRunningOfManyCallers: 2, maxWaiting };

export async function openEngine(options: EngineOptions): Promise<Engine> {
  const lowered = options.alone ? <Result>(start: () => Promise<Result>) => start() : withLowerPriority;
  const instance = await lowered(() =>
    DuckDBInstance.create(':memory:', {
      threads: String(options.threads),
      // Long work does not use the calling thread. If it were counted, an engine for two processors would group as if
      // it had more, and abandon its hash tables early: groups by a text took twice as long.
      external_threads: options.alone ? '1' : '0',
      memory_limit: `${Math.floor(options.memoryBytes / 2 ** 20)}MiB`,
      temp_directory: options.spillFolder,
      // Otherwise a thread is bound to its part of a statement until that is done, which may take minutes.
      scheduler_process_partial: 'true',
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      preserve_insertion_order: 'true',
      // Freed memory is returned to the system soon: after a sort of many rows the process would otherwise keep it.
      allocator_background_threads: 'true',
      allocator_flush_threshold: '16MiB',
    }),
  );
  const setup = await instance.connect();
  for (const [name, body] of Object.entries(options.functions)) setup.registerScalarFunction(textFunction(name, body));
  setup.closeSync();
  const now = { alone: runNow, amongOthers: runNow };
  const short = new ConnectionPool(instance, now, shortTurns, options.onActivity);
  const [long, imports, upkeep] = [longTurns, importTurns, upkeepTurns].map(
    (limits) =>
      new ConnectionPool(
        instance,
        options.alone ? now : { alone: runAtLowerPriority, amongOthers: runNow },
        limits,
        options.onActivity,
      ),
  ) as [ConnectionPool, ConnectionPool, ConnectionPool];
  return {
    short: (request, work) => short.use(request, work),
    long: (request, work) => long.use(request, work),
    import: (request, work) => imports.use(request, work),
    upkeep: (request, work) => upkeep.use(request, work),
    async memoryBytes() {
      const sum = 'select coalesce(sum(memory_usage_bytes), 0)::double from duckdb_memory()';
      const [bytes] = await short.use({}, (session) => session.row(sum));
      return Number(bytes);
    },
    async close() {
      for (const pool of [short, long, imports, upkeep]) pool.close();
      instance.closeSync();
    },
  };
}

function textFunction(name: string, body: (text: string) => string): DuckDBScalarFunction {
  return DuckDBScalarFunction.create({
    name,
    parameterTypes: [VARCHAR],
    returnType: VARCHAR,
    mainFunction(_info, input, output) {
      for (const [row, value] of input.getColumnValues(0).entries()) {
        output.setItem(row, typeof value === 'string' ? body(value) : null);
      }
      output.flush();
    },
  });
}

/** Who requests the work, and when it is cancelled. */
interface EngineRequest {
  readonly signal?: AbortSignal | undefined;
  /** The caller; work without one is the service's own, which takes turns like another caller. */
  readonly caller?: string | undefined;
}

interface RunModes {
  /** While no other caller's work runs. */
  readonly alone: RunStatement;
  /**
   * While other callers' work runs: the engine's scheduler takes its next task from the longest queue, so a short
   * statement might not run until another caller's long one has finished.
   */
  readonly amongOthers: RunStatement;
}

/** Concurrent pieces of work: each may occupy a thread of the process's pool. */
const maxConcurrentCallers = 6;

/** Connections that callers use in turns: see {@link FairTurns}. */
export class ConnectionPool {
  readonly #instance: DuckDBInstance;
  readonly #runStatement: RunStatement;
  readonly #runAmongOthers: RunStatement;
  /** Callers of whom one piece of work runs by {@link RunModes.amongOthers}. */
  readonly #amongOthers = new Set<string>();
  readonly #turns: FairTurns;
  readonly #onActivity: (() => void) | undefined;
  readonly #idle: DuckDBConnection[] = [];

  /** @param onActivity called occasionally while a statement makes progress */
  constructor(instance: DuckDBInstance, run: RunModes, limits: TurnLimits, onActivity?: () => void) {
    this.#instance = instance;
    this.#runStatement = run.alone;
    this.#runAmongOthers = run.amongOthers;
    this.#turns = new FairTurns(limits);
    this.#onActivity = onActivity;
  }

  /**
   * Lends a connection to `work`; an abort while waiting leaves the queue, an abort while working interrupts.
   * @throws {BusyError} if too many are waiting
   */
  async use<T>({ signal, caller }: EngineRequest, work: (session: Session) => Promise<T>): Promise<T> {
    const name = caller ?? '';
    const endTurn = await this.#turns.take(name, signal);
    const { run, release } = this.#chooseRun(name);
    try {
      const connection = this.#idle.pop() ?? (await connect(this.#instance));
      try {
        return await work(openSession(connection, run, signal, this.#onActivity));
      } finally {
        this.#idle.push(connection);
      }
    } finally {
      release();
      endTurn();
    }
  }

  #chooseRun(caller: string): { readonly run: RunStatement; readonly release: () => void } {
    const callers = this.#amongOthers;
    if (!this.#turns.othersRun(caller) || callers.has(caller) || callers.size >= maxConcurrentCallers) {
      return { run: this.#runStatement, release: () => {} };
    }
    callers.add(caller);
    return { run: this.#runAmongOthers, release: () => callers.delete(caller) };
  }

  /** Closes idle connections; running work must be awaited before. */
  close(): void {
    for (const connection of this.#idle.splice(0)) connection.closeSync();
  }
}

async function connect(instance: DuckDBInstance): Promise<DuckDBConnection> {
  const connection = await instance.connect();
  // Without a progress bar the engine tracks no progress; times of day without a zone are not shifted to the machine's.
  for (const setting of ['enable_progress_bar = true', 'enable_progress_bar_print = false', "TimeZone = 'UTC'"]) {
    await connection.run(`SET ${setting}`);
  }
  return connection;
}
