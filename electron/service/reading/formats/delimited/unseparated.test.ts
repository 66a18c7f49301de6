import { describe, expect, it } from 'vitest';
import { findUnseparated } from './unseparated.ts';

const lines = (text: string) => text.split('\n');

describe('a text that is read as one column', () => {
  it.each([
    ['a/b/c\n1/2/3\n4/5/6', '/'],
    ['a&b&c\n1&2&3\n4&5&6', '&'],
    ...['&', '/', '=', '*', '%', '@', '#', '!', '$', '?'].map((sign): [string, string] => [
      ['town', 'Ulm', 'Bonn', 'Gera'].map((town, at) => `${town}${sign}${at === 0 ? 'people' : at * 7}`).join('\n'),
      sign,
    ]),
    ['a||b\n1||2\n\n3||4', '||'],
    [Buffer.from('name§wert\nÄpfel§3\nBirnen§4').toString('latin1'), Buffer.from('§').toString('latin1')],
  ])('names the sign that every line has: %j', (text, sign) => {
    expect(findUnseparated(lines(text), 1)).toEqual({ kind: 'sign', sign });
  });

  it('reports fixed-width columns', () => {
    const text = 'name      value   unit\nUlm       12      kg\nLong name 8       t';
    expect(findUnseparated(lines(text), 1)).toMatchObject({ kind: 'fixed-width' });
  });

  it.each([
    '| a | b |\n|---|---:|\n| x | 1 |',
    '+---+---+\n| a | b |\n+---+---+\n| 1 | 2 |',
    'a | b\n--- | ---\n1 | 2',
    'NAME        POP\n---------- ----\nUlm         126',
    Buffer.from('┌────┬────┐\n│ id │ a  │\n├────┼────┤\n│ 1  │ b  │\n└────┴────┘').toString('latin1'),
  ])('names a table that is drawn, whatever it is cut into: %j', (text) => {
    expect(findUnseparated(lines(text), 3)).toEqual({ kind: 'drawn' });
  });

  it.each([
    'date\n2020/01/02\n2020/01/03',
    '1/2/2020\n1/3/2020\n1/4/2020',
    'note\nHello world.\nSome more words, with a comma.',
    'path\n/a/b/c\n/a/b',
    'mail\na@example.org\nb@example.org',
    'a@example.org\nb@example.org\nc@example.com',
    'part\n1/2\n3/4\n5/8',
    '1/2\n3/4\n5/8',
    'share\n5%\n7%\n8.5%',
    '5%\n7%\n8.5%',
    'price\n$5\n$7\n$8',
    'who\nTom & Jerry\nAda & Bo\nC & A',
    'page\nhttps://example.org/a?b=1\nhttps://example.org/b?b=2\nhttps://example.org/c?b=3',
    'question\nWhy?\nWho?\nWhat?',
    'language\nC#\nF#\nJ#',
    'code\nA--B\nC---D',
    'a&b&c\n1&2&3',
  ])('is left alone: %j', (text) => {
    expect(findUnseparated(lines(text), 1)).toBeNull();
  });
});
