import { describe, expect, it } from 'vitest';
import { findUnseparated } from './unseparated.ts';

const lines = (text: string) => text.split('\n');

describe('a text that is read as one column', () => {
  it.each([
    ['a/b/c\n1/2/3\n4/5/6', '/'],
    ['a&b&c\n1&2&3\n4&5&6', '&'],
    ['a||b\n1||2\n\n3||4', '||'],
    [Buffer.from('name§wert\nÄpfel§3\nBirnen§4').toString('latin1'), Buffer.from('§').toString('latin1')],
  ])('names the sign that every line has: %j', (text, sign) => {
    expect(findUnseparated(lines(text), 1)).toEqual({ kind: 'sign', sign });
  });

  it('names columns of fixed width', () => {
    const text = 'name      value   unit\nUlm       12      kg\nLong name 8       t';
    expect(findUnseparated(lines(text), 1)).toEqual({ kind: 'fixed-width' });
  });

  it.each([
    '| a | b |\n|---|---:|\n| x | 1 |',
    '+---+---+\n| a | b |\n+---+---+\n| 1 | 2 |',
    'a | b\n--- | ---\n1 | 2',
    'NAME        POP\n---------- ----\nUlm         126',
  ])('names a table that is drawn, whatever it is cut into: %j', (text) => {
    expect(findUnseparated(lines(text), 3)).toEqual({ kind: 'drawn' });
  });

  it.each([
    'date\n2020/01/02\n2020/01/03',
    '1/2/2020\n1/3/2020\n1/4/2020',
    'note\nHello world.\nSome more words, with a comma.',
    'path\n/a/b/c\n/a/b',
    'mail\na@example.org\nb@example.org',
    'code\nA--B\nC---D',
    'a&b&c\n1&2&3',
  ])('is left alone: %j', (text) => {
    expect(findUnseparated(lines(text), 1)).toBeNull();
  });
});
