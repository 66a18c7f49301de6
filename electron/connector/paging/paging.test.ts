import { describe, expect, it } from 'vitest';
import { addressOf, learnStyle } from './paging.ts';

const base = 'https://service.example/data/';

function styleOf(requested: string, next: string | null, size = 10): string {
  const style = learnStyle(new URL(base + requested), next === null ? null : new URL(next, base), size);
  if (style.kind === 'offset') return `offset ${style.parameter} ${style.size}`;
  return style.kind === 'number' ? `number ${style.parameter} from ${style.first}, ${style.size}` : style.kind;
}

describe('the style of a service’s pages', () => {
  it.each([
    ['?limit=10', null, 'whole'],
    ['?limit=10', '?limit=10&offset=10', 'offset offset 10'],
    ['?limit=100', '?limit=10&offset=10', 'offset offset 10'],
    ['', '?START_INDEX=10', 'offset START_INDEX 10'],
    ['', '?skip=10&per_page=10&max_results=4', 'offset skip 10'],
    ['?limit=10', '?limit=10&offset=20', 'sequence'],
    ['', '?page=2', 'number page from 1, 10'],
    ['', '?page=1', 'number page from 0, 10'],
    ['', '?page=3', 'sequence'],
    ['', '?page=0', 'sequence'],
    ['', '?p=2&pageSize=10', 'number p from 1, 10'],
    ['?page=2', '?page=2', 'sequence'],
    ['', '?seite=2', 'number seite from 1, 10'],
    ['', '?ab=10', 'offset ab 10'],
    ['', '?ab=7', 'sequence'],
    ['', '?my_offset=10', 'offset my_offset 10'],
    ['', '?offset_b=11', 'sequence'],
    ['', '?mypage=1', 'sequence'],
    ['', '?page_b=1', 'sequence'],
    ['', '?cursor=abc', 'sequence'],
    ['', '?cursor=10a', 'sequence'],
    ['', '?cursor=a10', 'sequence'],
    ['', '?offset=1e1', 'sequence'],
    ['', '?offset=10.', 'sequence'],
    ['', '?offset=1234567890123456', 'sequence'],
    ['', '?offset=10&cursor=1', 'sequence'],
    ['?a=1', '?a=2&offset=10', 'sequence'],
    ['?a=1', '?a=1&offset=10', 'offset offset 10'],
    ['', '?offset=10&version=4', 'offset offset 10'],
    ['?version=4', '?offset=10&version=4', 'offset offset 10'],
    ['?version=3', '?offset=10&version=4', 'sequence'],
    ['', '?offset=10&my_version=4', 'sequence'],
    ['', '?offset=10&version_of=4', 'sequence'],
    ['', '?offset=10&xlimit=4', 'sequence'],
    ['', '?offset=10&limit_x=4', 'sequence'],
    ['?limit=10', '?limit=10', 'sequence'],
    ['', 'https://other.example/data/?offset=10', 'sequence'],
    ['', '/other/?offset=10', 'sequence'],
  ])('is learnt from %s and %s', (requested, next, style) => {
    expect(styleOf(requested, next)).toBe(style);
  });

  it.each([
    ['?offset=0', 0, 'sequence'],
    ['?offset=1', 1, 'offset offset 1'],
    ['?ab=2', 2, 'sequence'],
    ['?ab=3', 3, 'offset ab 3'],
    ['?ab=2', 3, 'number ab from 1, 3'],
    ['?ab=1', 1, 'sequence'],
  ])('is learnt from %s after %i rows', (next, size, style) => {
    expect(styleOf('', next, size)).toBe(style);
  });
});

describe('the address of a page', () => {
  const address = (requested: string, next: string, page: number, size = 10) => {
    const style = learnStyle(new URL(base + requested), new URL(next, base), size);
    if (style.kind === 'whole' || style.kind === 'sequence') throw new Error(`Pages by ${style.kind}`);
    return addressOf(style, page).search;
  };

  it('names its first row', () => {
    expect(address('?limit=10&a=1', '?limit=10&a=1&offset=10', 0)).toBe('?limit=10&a=1&offset=0');
    expect(address('?limit=10&a=1', '?limit=10&a=1&offset=10', 3)).toBe('?limit=10&a=1&offset=30');
    expect(address('', '?offset=10', 2)).toBe('?offset=20');
  });

  it('has the limit that the service keeps to', () => {
    expect(address('?limit=100', '?limit=90&offset=10', 2)).toBe('?limit=10&offset=20');
  });

  it('names its number', () => {
    expect(address('', '?page=2', 0)).toBe('?page=1');
    expect(address('', '?page=2&limit=9', 4)).toBe('?page=5&limit=9');
    expect(address('', '?page=1', 4)).toBe('?page=4');
  });
});
