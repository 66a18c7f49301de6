import { expect, test } from 'vitest';
import { snippet } from './snippets.ts';

test('an address cannot break out of its quotes', () => {
  const address = `https://x/?a='"\\`;
  expect([
    snippet('curl', address),
    snippet('Python', address).split('\n')[2],
    snippet('R', address).split('\n')[2],
  ]).toEqual([
    `curl -s 'https://x/?a='\\''"\\'`,
    `with urllib.request.urlopen("https://x/?a='\\"\\\\") as answer:`,
    `page <- fromJSON("https://x/?a='\\"\\\\")`,
  ]);
});
