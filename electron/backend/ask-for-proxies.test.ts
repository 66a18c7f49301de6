import { expect, it } from 'vitest';
import { askForProxies } from './ask-for-proxies.ts';

it('asks once for each origin, and reveals nothing but the origin', async () => {
  const requested: [number, string][] = [];
  const proxies = askForProxies((id, address) => requested.push([id, address]));
  const first = proxies.find(new URL('https://stats.example/api/?search=secret'));
  const again = proxies.find(new URL('https://stats.example/other/'));
  const other = proxies.find(new URL('http://stats.example/'));
  expect(requested).toEqual([
    [1, 'https://stats.example/'],
    [2, 'http://stats.example/'],
  ]);
  proxies.answer(2, 'DIRECT');
  proxies.answer(1, 'PROXY proxy.example:80');
  proxies.answer(7, 'PROXY nobody.example:80');
  expect(await Promise.all([first, again, other])).toEqual([
    'PROXY proxy.example:80',
    'PROXY proxy.example:80',
    'DIRECT',
  ]);
});
