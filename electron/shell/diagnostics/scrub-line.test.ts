import { homedir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { scrubLine } from './scrub-line.ts';

const token = '9944b09199c62bcf9418ad846dd0e4bbdfc6ee4b';

describe('a line of the log', () => {
  it.each([
    ['an error of the engine', `Conversion Error: Could not convert string 'Anna Karenina' to INT32`],
    ['a filter in an address', `GET http://127.0.0.1:5/api/data/?name__exact=Anna+Karenina&x=1 failed`],
    ['a name and password in an address', 'could not reach https://anna:Karenina@example.org/data'],
    ['a header', `Authorization: Token ${token}`],
    ['a token alone', `refused ${token}`],
    ['a JSON error', `SyntaxError: Unexpected token 'A', "Anna Karenina" is not valid JSON`],
    ['typographic quotes', 'The value “Anna Karenina” is no number.'],
  ])('loses cells and tokens: %s', (_, line) => {
    const scrubbed = scrubLine(line);
    expect(scrubbed).not.toMatch(/Anna|Karenina|9944b/i);
    expect(scrubbed.length).toBeGreaterThan(8);
  });

  it('stays valid JSON, without the values of secret names', () => {
    const line = JSON.stringify({
      level: 50,
      time: 5,
      err: {
        type: 'Error',
        message: 'CSV Error on Line: 3\nOriginal Line: 1,Anna,Karenina',
        stack: `Error: CSV Error on Line: 3\nOriginal Line: 1,Anna,Karenina\n    at read (file:///app/out/backend.js:5:7)`,
      },
      headers: { authorization: `Token ${token}`, 'set-cookie': 'sid=Anna', accept: 'text/html' },
      msg: 'A request failed.',
    });
    expect(JSON.parse(scrubLine(line))).toEqual({
      level: 50,
      time: 5,
      err: {
        type: 'Error',
        message: 'CSV Error on Line: 3',
        stack: 'Error: CSV Error on Line: 3\n    at read (file:///app/out/backend.js:5:7)',
      },
      headers: { authorization: '[removed]', 'set-cookie': '[removed]', accept: 'text/html' },
      msg: 'A request failed.',
    });
  });

  it('does not name the user', () => {
    expect(scrubLine(`no such file: ${homedir()}/Almanac/x`)).toBe('no such file: ~/Almanac/x');
  });

  it('is cut to a readable length', () => {
    expect(scrubLine('word '.repeat(10_000)).length).toBeLessThanOrEqual(2_000);
  });
});
