import { existsSync, readFileSync } from 'node:fs';

/** Where Chromium, or a browser made of it, is installed on Linux. */
const places = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable'];

/** The Chromium that shows the window in tests: `ALMANAC_CHROMIUM`, or an installed one; null if there is none. */
export function chromiumProgram(): string | null {
  return process.env.ALMANAC_CHROMIUM ?? places.find((place) => existsSync(place)) ?? null;
}

/** The packages that install it: Debian has one, while that of Ubuntu only stands for another store of programs. */
export function chromiumPackages(): readonly string[][] {
  const isDebian = existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  return isDebian && chromiumProgram() === null ? [['chromium']] : [];
}
