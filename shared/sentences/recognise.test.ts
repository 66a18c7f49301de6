import { describe, expect, it } from 'vitest';
import { recognise } from './recognise.ts';
import { type SentenceKind, say, sentences } from './say.ts';

const kinds = Object.keys(sentences) as SentenceKind[];

function namesIn(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
}

describe('a sentence of the backend’s', () => {
  it.each(kinds)('%s is known again, with its values', (kind) => {
    const values = Object.fromEntries(namesIn(sentences[kind]).map((name, at) => [name, `${name}-${at}.example:80`]));
    const text = sentences[kind].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
    expect(recognise(text)).toEqual([{ kind, values }]);
  });

  it('is known in a row with others', () => {
    const problem = say('service-problem', { host: 'a.example', status: 500 });
    const words = say('it-says', { said: 'Out of order. Come back. Nothing answers.' });
    expect(recognise(`${problem} ${words}`)).toEqual([
      { kind: 'service-problem', values: { host: 'a.example', status: '500' } },
      { kind: 'it-says', values: { said: 'Out of order. Come back. Nothing answers.' } },
    ]);
    const [first, second, third] = [
      say('sent-elsewhere'),
      say('leads-inside', { host: '[::1]:9' }),
      say('not-followed'),
    ];
    expect(recognise(`${first} ${second} ${third}`)?.map(({ kind }) => kind)).toEqual([
      'sent-elsewhere',
      'leads-inside',
      'not-followed',
    ]);
  });

  it('is looked for in each part of a text once, however often others repeat it', () => {
    const often = Array.from({ length: 60 }, () => say('busy', { host: 'a.example' })).join(' ');
    expect(recognise(`${often} Something else.`)).toBeNull();
  });

  it('is told from what others say', () => {
    expect(recognise('Something else. Nothing more.')).toBeNull();
    expect(recognise(`${say('not-followed')} Something else.`)).toBeNull();
    expect(recognise('')).toBeNull();
  });
});
