import { describe, expect, it } from 'vitest';
import { detectLayout } from './detect-layout.ts';

const otherIn = (text: string) => detectLayout(text, true, {})?.otherTable ?? null;

describe('another table in a text', () => {
  it.each([
    ['behind an empty line', 'a,b\nx,1\ny,2\n\nname,people\nUlm,126\nBonn,331\n', 5],
    ['of another width', 'a,b\nx,1\ny,2\n\nname,people,area\nUlm,126,5\nBonn,331,6\n', 5],
    ['with no line between', 'a,b\nx,1\ny,2\nname,people\nUlm,126\nBonn,331\n', 4],
    ['with the same names below a title', 'town,people\nx,1\n\nWomen\ntown,people\nUlm,126\nBonn,331\n', 5],
    ['with the same years below a title', 'a,2020,2021\nx,1,2\ny,2,3\nWomen,,\na,2020,2021\nx,3,4\n', 5],
    ['with years for names', 'town,a,b\nx,1,2\ny,2,3\n\ncode,2019,2020\nUlm,126,127\nBonn,331,332\n', 5],
    ['behind a line of delimiters', 'a;b\nx;1\ny;2\n;\nname;people\nUlm;126\n', 5],
  ])('%s is found by its header', (_, text, line) => {
    expect(otherIn(text)).toEqual({ kind: 'below', line });
  });

  it('is found if all values are texts that are written differently', () => {
    const codes = (letter: string) =>
      Array.from({ length: 8 }, (_, at) => `${letter}${at},${letter.toUpperCase()}x${at}\n`);
    expect(otherIn(`x,y\n${codes('u').join('')}\nkey,label\n${codes('v').join('')}`)).toEqual({
      kind: 'below',
      line: 11,
    });
    expect(otherIn(`x,y\n${codes('u').join('')}\nk9,Lx9\n${codes('v').join('')}`)).toBeNull();
  });

  it('is found beside the first one by the empty column between them', () => {
    expect(otherIn('a,b,,name,people\nx,1,,Ulm,126\ny,2,,,\n')).toEqual({ kind: 'beside', column: 3 });
  });

  it.each([
    ['a record of words', 'name,people\nUlm,126\nnone,known\nBonn,331\n,\n'],
    ['marks of missing values', 'name,people\nUlm,126\n\nJena,NA\nBonn,331\n'],
    ['empty lines among records', 'name,note\nUlm,big\n\nJena,small\nBonn,mid\n'],
    ['a footer', 'name,people\nUlm,126\nBonn,331\n\nSource: office,2020\n'],
    ['a column without a name that has values', 'a,b,,c\n1,2,3,4\n5,6,7,8\n'],
    ['a header that is repeated', 'town,people\nx,1\n\ntown,people\nUlm,126\nBonn,331\n'],
    ['a row of sums', 'name,people\nUlm,126\nBonn,331\n\nTotal,457\n'],
  ])('is not found in %s', (_, text) => {
    expect(otherIn(text)).toBeNull();
  });
});
