import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { given } from '#shared/given.ts';

/** A service in a process of its own. */
export interface Served {
  /** With a trailing slash. */
  readonly url: string;
  readonly pid: number;
  /** Resolves when it ends by itself or was stopped, with its standard error. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

/** What a command gets. */
export interface RunOptions {
  /** Its standard input. */
  readonly input?: string;
  /** Ends it. */
  readonly signal?: AbortSignal;
}

/** The command line of a source tree, over a store of its own. */
export class Program {
  /** Folder of the store. */
  readonly data: string;
  readonly #tree: string;
  readonly #home: string;

  constructor(tree: string, home: string) {
    this.#tree = tree;
    this.#home = home;
    this.data = path.join(home, 'store');
  }

  #start(words: readonly string[], signal?: AbortSignal): ChildProcess {
    const node = path.join(this.#tree, 'node_modules/.bin/node');
    const child = spawn(node, [path.join(this.#tree, 'electron/cli.ts'), ...words], {
      ...given({ signal }),
      cwd: this.#home,
      stdio: ['pipe', 'pipe', 'pipe'],
      // Its settings stay apart from those of the user who runs this; V8's cache of code is not part of the store.
      env: { PATH: process.env.PATH, HOME: this.#home, NODE_DISABLE_COMPILE_CACHE: '1' },
    });
    // It does not outlive a failure of ours.
    const end = () => child.kill();
    process.once('exit', end);
    child.once('close', () => process.off('exit', end));
    return child;
  }

  /** Runs a command. @returns its standard output @throws with its standard error if it fails */
  async run(words: readonly string[], { input = '', signal }: RunOptions = {}): Promise<string> {
    const child = this.#start(words, signal);
    const output = { out: '', error: '' };
    child.stdout?.on('data', (piece: Buffer) => {
      output.out += piece;
    });
    child.stderr?.on('data', (piece: Buffer) => {
      output.error += piece;
    });
    child.stdin?.end(input);
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(`almanac ${words.join(' ')} ended with ${code}:\n${output.error}`);
    return output.out;
  }

  /** Serves the store. */
  async serve(words: readonly string[] = []): Promise<Served> {
    const child = this.#start(['serve', '--port', '0', '--data', this.data, ...words]);
    let error = '';
    child.stderr?.on('data', (piece: Buffer) => {
      error = (error + piece).slice(-20_000);
    });
    const ended = once(child, 'close').then(() => error);
    const first = await createInterface({ input: child.stdout as NodeJS.ReadableStream })
      [Symbol.asyncIterator]()
      .next();
    if (first.done) throw new Error(`almanac serve did not start:\n${await ended}`);
    const { url } = JSON.parse(first.value) as { url: string };
    return {
      url,
      pid: child.pid ?? 0,
      ended,
      async stop() {
        child.kill('SIGTERM');
        await ended;
      },
    };
  }
}
