import { DuckDBInstance, DuckDBScalarFunction, VARCHAR } from '@duckdb/node-api';
import { behindOthers } from '../thread-priority.ts';
import { ConnectionPool } from './connection-pool.ts';
import { runBehind, runNow } from './run-statement.ts';
import type { Session } from './session.ts';

export interface EngineOptions {
  readonly memoryBytes: number;
  readonly threads: number;
  /** Folder for what does not fit into memory; emptied by whoever owns it. */
  readonly spillFolder: string;
  /** Functions from text to text for what the engine cannot do itself. They run on the event loop, so for rare values only. */
  readonly functions: Readonly<Record<string, (text: string) => string>>;
}

/** The engine with its two lanes: what a person waits for never queues behind long work. */
export interface Engine {
  /** For statements of milliseconds. */
  short<T>(signal: AbortSignal | undefined, work: (session: Session) => Promise<T>): Promise<T>;
  /** For statements of seconds or minutes. */
  long<T>(signal: AbortSignal | undefined, work: (session: Session) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const shortConnections = 4;
const longConnections = 2;
const longestQueue = 1024;

export async function openEngine(options: EngineOptions): Promise<Engine> {
  const instance = await behindOthers(() =>
    DuckDBInstance.create(':memory:', {
      // The engine counts whoever calls it as one of them, and long work is called for by nobody.
      threads: String(options.threads + 1),
      memory_limit: `${Math.floor(options.memoryBytes / 2 ** 20)}MiB`,
      temp_directory: options.spillFolder,
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      preserve_insertion_order: 'true',
    }),
  );
  const setup = await instance.connect();
  for (const [name, body] of Object.entries(options.functions)) setup.registerScalarFunction(textFunction(name, body));
  setup.closeSync();
  const short = new ConnectionPool(instance, runNow, shortConnections, longestQueue);
  const long = new ConnectionPool(instance, runBehind, longConnections, longestQueue);
  return {
    short: (signal, work) => short.use(signal, work),
    long: (signal, work) => long.use(signal, work),
    async close() {
      short.close();
      long.close();
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
