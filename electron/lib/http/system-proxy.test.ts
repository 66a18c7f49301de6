import { expect, it } from 'vitest';
import { firstProxy } from './system-proxy.ts';

it.each([
  ['DIRECT', null],
  ['', null],
  ['PROXY proxy.example:8080', 'http://proxy.example:8080'],
  ['PROXY proxy.example:8080; DIRECT', 'http://proxy.example:8080'],
  ['DIRECT; PROXY proxy.example:8080', null],
  ['HTTPS proxy.example:443;PROXY other.example:80', 'https://proxy.example:443'],
  ['SOCKS4 old.example:1080; SOCKS5 new.example:1080', 'socks5://new.example:1080'],
  ['SOCKS [::1]:1080', 'socks5://[::1]:1080'],
  ['proxy  proxy.example:3128', 'http://proxy.example:3128'],
  ['QUIC fast.example:443', null],
])('%s leads to %s', (answer, proxy) => {
  expect(firstProxy(answer)).toBe(proxy);
});
