import { expect, it } from 'vitest';
import { portText, readPortText } from './port-text.ts';

it.each([
  { kind: 'call', id: 1, name: 'listConnections', parameters: {} },
  { kind: 'result', id: 2, result: { rows: [[9_007_199_254_740_993n, -1n, null, 'text', 1.5]], count: 1 } },
  { kind: 'result', id: 3, result: { text: '~{"$bigint":"1"}' } },
])('a message arrives as it was sent: %o', (message) => {
  expect(readPortText(portText(message))).toEqual(message);
});

it.each(['', '~', '{', '~{"a":', 'hello'])('%j is no message', (text) => {
  expect(readPortText(text)).toBeUndefined();
});

it('leaves an object alone that only looks like an integer', () => {
  expect(readPortText('~{"$bigint":"1e5"}')).toEqual({ $bigint: '1e5' });
});
