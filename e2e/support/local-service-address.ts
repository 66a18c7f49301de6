import { joinStore } from '../../electron/service/store-sharing.ts';
import { expect, type RunningApp } from './app.ts';

/**
 * Address of the local service of a running Almanac, once it listens. Found the way other processes find it, because
 * the status bar shows the connection of the open tab, which may be another service.
 */
export async function localServiceAddress(app: RunningApp): Promise<string> {
  let address = '';
  const ask = async () => {
    const membership = await joinStore(app.folder, 10_000);
    address = membership?.url ?? '';
    await membership?.leave();
    return address;
  };
  await expect.poll(ask).not.toBe('');
  return address;
}
