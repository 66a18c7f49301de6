import { expect, it } from 'vitest';
import { explain } from '#shared/failures.ts';
import { isLoopback } from '../../../lib/network-names.ts';
import { isPlain, mayCarryToken, shown, trustRefusal, withoutSecret } from './trust.ts';

const at = (address: string) => new URL(address);

it.each([
  ['http://localhost:8000/', true],
  ['http://LOCALHOST/', true],
  ['http://[::1]/', true],
  ['http://127.0.0.1/', true],
  ['http://127.100.255.3:81/', true],
  ['http://localhost.example.org/', false],
  ['http://127.0.0.1.example.org/', false],
  ['http://127.0.0.example.org/', false],
  ['http://128.0.0.1/', false],
  ['http://[::2]/', false],
])('%s belongs to this computer: %s', (address, expected) => {
  expect(isLoopback(at(address))).toBe(expected);
  expect(isPlain(at(address))).toBe(!expected);
});

it('counts no encrypted address as plain', () => {
  expect(isPlain(at('https://example.org/'))).toBe(false);
});

it.each([
  ['https://a.example/api/', 'https://a.example/other/', false, true],
  ['https://a.example/', 'https://a.example:8443/', true, false],
  ['https://a.example/', 'http://a.example/', true, false],
  ['https://a.example/', 'https://b.example/', true, false],
  ['http://a.example/', 'http://a.example/data/', false, false],
  ['http://a.example/', 'http://a.example/data/', true, true],
  ['http://127.0.0.1:8000/', 'http://127.0.0.1:8000/data/', false, true],
])('from %s to %s, with consent to plain HTTP %s, a token goes: %s', (home, target, agreed, expected) => {
  expect(mayCarryToken(at(home), at(target), agreed)).toBe(expected);
});

it.each([
  ['https://a.example/', 'https://b.example/', null],
  ['http://a.example/', 'https://a.example/', null],
  ['https://a.example/', 'https://a.example/data/', null],
  ['https://a.example/', 'file:///etc/passwd', explain('leads-to-no-web-address', { scheme: 'file:' })],
  ['https://a.example/', 'http://a.example:81/', explain('leads-to-plain-http', { host: 'a.example:81' })],
  ['https://a.example/', 'https://127.0.0.1:5000/', explain('leads-inside', { host: '127.0.0.1:5000' })],
  ['https://a.example/', 'https://192.168.1.1/', explain('leads-into-network', { host: '192.168.1.1' })],
] as const)('from %s an answer may lead to %s: %s', (home, target, expected) => {
  expect(trustRefusal(at(home), at(target), 'public')).toEqual(expected);
});

it('lets a service of this computer or network lead to itself, and to nothing more internal', () => {
  const [own, network] = [at('http://127.0.0.1:8000/'), at('http://192.168.1.1/')];
  expect(trustRefusal(own, at('http://127.0.0.1:8000/next/'), 'public')).toBeNull();
  expect(trustRefusal(own, network, 'computer')).toBeNull();
  expect(trustRefusal(network, at('http://192.168.1.2/'), 'network')).toBeNull();
  expect(trustRefusal(network, own, 'network')).toEqual(explain('leads-inside', { host: '127.0.0.1:8000' }));
});

it('shows addresses without what is secret or only for a browser', () => {
  expect(shown(at('https://user:secret@a.example/data/?a=1#part'))).toBe('https://a.example/data/?a=1');
});

it('removes a secret from a text wherever it is', () => {
  expect(withoutSecret('token abc, again abc', 'abc')).toBe('token …, again …');
  expect(withoutSecret('null', null)).toBe('null');
  expect(withoutSecret('text', '')).toBe('text');
});
