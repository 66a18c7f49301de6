import { embedParameters } from '#shared/embed.ts';

/**
 * Gives an embedded page a storage of its own, which neither reads nor keeps anything of the reader: browsers may refuse
 * theirs to it. Theme and language are those of the address.
 */
export function isolateStorage(): void {
  const parameters = new URLSearchParams(location.search);
  const wanted = {
    theme: parameters.get(embedParameters.theme) ?? 'system',
    language: parameters.get(embedParameters.language) ?? 'system',
  };
  const kept = new Map(['almanac-settings', 'almanac-shell'].map((key) => [key, JSON.stringify(wanted)]));
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { value: storage });
}
