import { spawn } from 'node:child_process';

/** What programs that draw need in their environment. */
type ScreenEnvironment = Readonly<Record<string, string>>;

let screen: Promise<ScreenEnvironment> | null = null;

/**
 * A virtual screen for this worker alone: tests that run at the same time would share its clipboard and its focus. None
 * if tests are to be watched (`ALMANAC_E2E_DISPLAY`) or the system has no such screens.
 */
export function workerScreen(): Promise<ScreenEnvironment> {
  if (process.platform !== 'linux' || process.env.ALMANAC_E2E_DISPLAY) return Promise.resolve({});
  screen ??= startScreen();
  return screen;
}

function startScreen(): Promise<ScreenEnvironment> {
  const options = ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'];
  const server = spawn('Xvfb', options, { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
  process.once('exit', () => server.kill());
  return new Promise((resolve, reject) => {
    let number = '';
    let said = '';
    // It complains about each number that is taken.
    server.stderr?.on('data', (data: Buffer) => {
      said += data.toString('utf8');
    });
    server.stdio[3]?.on('data', (data: Buffer) => {
      number += data.toString('latin1');
      if (number.endsWith('\n')) resolve({ DISPLAY: `:${number.trim()}` });
    });
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}: ${said}`)));
    server.unref();
  });
}
