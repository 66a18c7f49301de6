import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Whether this computer runs on battery, as far as the system reports it in files (Linux); otherwise false.
 * @param folder in which Linux lists its power supplies
 */
export async function runsOnBattery(folder = '/sys/class/power_supply'): Promise<boolean> {
  const names = await readdir(folder).catch(() => [] as string[]);
  const read = (name: string, fact: string) =>
    readFile(path.join(folder, name, fact), 'utf8').then(
      (text) => text.trim(),
      () => '',
    );
  const supplies = await Promise.all(
    names.map(async (name) => ({
      type: await read(name, 'type'),
      // Ignore batteries of peripherals, such as a mouse.
      isDevice: (await read(name, 'scope')) === 'Device',
      online: await read(name, 'online'),
      status: await read(name, 'status'),
    })),
  );
  const own = supplies.filter(({ isDevice }) => !isDevice);
  if (own.some(({ type, online }) => type !== 'Battery' && online === '1')) return false;
  return own.some(({ type, status }) => type === 'Battery' && status === 'Discharging');
}
