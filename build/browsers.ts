import { existsSync, readFileSync } from 'node:fs';

/** Where Chromium, or a browser made of it, is installed on Linux. */
const chromiumPlaces = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable'];

const firefoxPlaces = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

const firstOf = (places: readonly string[]) => places.find((place) => existsSync(place)) ?? null;

/** The Chromium that shows the window in tests: `ALMANAC_CHROMIUM`, or an installed one; null if there is none. */
export function chromiumProgram(): string | null {
  return process.env.ALMANAC_CHROMIUM ?? firstOf(chromiumPlaces);
}

/** The Firefox that shows it: `ALMANAC_FIREFOX`, or an installed one; null if there is none. */
export function firefoxProgram(): string | null {
  return process.env.ALMANAC_FIREFOX ?? firstOf(firefoxPlaces);
}

/** The packages that install Chromium: Debian has one, while that of Ubuntu only stands for another store of programs. */
export function chromiumPackages(): readonly string[][] {
  const isDebian = existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  return isDebian && chromiumProgram() === null ? [['chromium']] : [];
}
