import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import path from 'node:path';
import { nodeEnvironment as env } from '../support/node-environment.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const program = path.join(root, 'electron', 'cli.ts');

/** Another Almanac's service, in its own process. */
export interface RemoteService {
  readonly address: string;
  stop(): Promise<void>;
}

/** Publishes a file to the store of a service that is not running. */
export function publishInto(data: string, file: string, to: string): void {
  execFileSync(process.execPath, [program, 'publish', file, '--to', to, '--data', data], { cwd: root, env });
}

/** Creates an account in a store. */
export function addAccount(data: string, name: string, password: string): void {
  execFileSync(process.execPath, [program, 'user', 'add', name, '--data', data], {
    cwd: root,
    env,
    input: `${password}\n`,
  });
}

/** Copies a store whose service is not running. */
export function backUp(data: string, target: string): void {
  execFileSync(process.execPath, [program, 'backup', target, '--data', data], { cwd: root, env });
}

/** Runs the service of a store; it is ready when this resolves. */
export async function serve(data: string): Promise<RemoteService> {
  const child: ChildProcess = spawn(process.execPath, [program, 'serve', '--port', '0', '--data', data], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const line = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (piece: Buffer) => {
      output += piece.toString('utf8');
      if (output.includes('\n')) resolve(output);
    });
    child.on('exit', (code) => reject(new Error(`The service ended with ${code}: ${output}`)));
  });
  const { url } = JSON.parse(line) as { url: string };
  return {
    address: url,
    stop: () =>
      new Promise((resolve) => {
        child.on('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}
