import { describe, expect, test } from 'vitest';
import { isNumeric, looksLikeHeader } from './header-names.ts';

test('what is written with digits', () => {
  const are = [
    '1',
    '-1.5',
    '1,5',
    '1 000',
    '12:30',
    '2020-01-31',
    '5 %',
    "1'000",
    '1e5',
    '€5'.replace('€', '\x80'),
    '1Z',
  ];
  const arenot = ['', 'a', '-', '.', 'a1', '1x', '1'.repeat(41)];
  expect(are.filter((text) => !isNumeric(text))).toEqual([]);
  expect(arenot.filter(isNumeric)).toEqual([]);
});

describe('a first record', () => {
  const fields = (line: string) => line.split('|').map((text) => ({ text, quoted: false }));
  const names = (first: string, ...rows: string[]) => looksLikeHeader(fields(first), rows.map(fields));

  test.each<[boolean, string, ...string[]]>([
    [true, 'a|b', '1|2'],
    [true, 'a|b', 'x|2', 'y|3'],
    [false, '|', '1|2'],
    [false, '1|2', '3|4'],
    [false, '1|a', '2|b', '3|c'],
    [true, 'day|what', '2020-01-31|x', '2020-02-01|y'],
    [true, 'is|what', 'true|x', 'FALSE|y'],
    [false, 'a|b', 'a|x', 'c|y'],
    [true, 'a|b', 'c|x', 'd|y'],
    [true, 'a|b'],
    [false, 'a|a'],
    [false, 'a|'],
    [true, 'a|', 'c|x', 'd|y'],
    [true, 'a|2019|2020', 'x|5|6', 'y|7|8'],
    [true, 'a|2020|2019', 'x|5|6', 'y|7|8'],
    [false, 'a|2020|2019|2021', 'x|y|z|w'],
    [false, 'a|2001|2003', 'x|2005|2006'],
    [true, 'a|2000|2010|2020', 'x|2001|1998|2003'],
    [false, 'a|2000|2010|2020', 'x|2001|2011|2021'],
    [false, '2019|2020', '2021|2022'],
    [true, '2019|2020|2021', '5|6|7'],
    [false, 'a|2019', 'x|', 'y|'],
    [true, 'a|2019-01|2019-02', 'x|5|6'],
    [false, 'a|2019-01|2019-02', 'x|2019-03|2019-04'],
    [false, 'a|2019-01', 'x|y'],
    [true, 'a|0-4|5-9|85+', 'x|1|2|3'],
    [false, 'a|0-4|0-4', 'x|y|z'],
    [true, '|0|1', 'x|y|z'],
    [true, '|1|2', 'x|y|z'],
    [false, '|2|3', 'x|y|z'],
    [false, '|1|3', 'x|y|z'],
    [false, '|1', 'x|y'],
    [true, 'id|1|2|3', 'x|a|b|c', 'y|d|e|f'],
    [false, 'id|1|2|3', 'x|1|2|3', 'y|1|2|3'],
    [false, 'id|1|2', 'x|a|b', 'y|d|e'],
    [false, 'NA|x', '1|y', '2|x'],
    [true, 'NA|n', '1|5', '2|6'],
    [true, 'a|b', 'a|b', '1|2', '3|4'],
    [true, 'a|5', '1|x', '2|y'],
    [false, '1|a', '|b', '|c'],
    [false, '1|a', 'x|b', '2|c'],
    [false, 'a|a|5', '1|1|x', '2|2|y'],
    [true, 'when|x', '2020-01-31 10:00 AM|a', '2020-02-01 10:00 AM|b'],
    [false, '2020-01-31 10:00 AM|x', '2020-02-01 10:00 AM|x'],
    [true, 'a|b', '|1', '|2'],
    [false, 'a|2019|5', 'x|7|8'],
    [true, 'a|2019|2019', 'x|5|6'],
    [false, 'a|2020|2019|2020', 'x|5|6|7', 'y|7|8|9'],
    [false, '2019|2019|2019', '5|6|7'],
    [false, '2019|2020', '5|6', '7|8'],
    [false, 'a|1419|1420', 'x|y|z'],
    [false, 'a|12019|12020', 'x|y|z'],
    [false, 'a|2219|2220', 'x|y|z'],
    [false, 'a|2000|2010|2020', 'x|2001|1998|2003', 'y|2001|2011|2021|x'],
    [true, 'a|2000|2010|2020', 'x|2001|2011|', 'y|2002|2012|'],
    [false, 'a|2000|2010', 'x|2001|2011'],
    [true, 'a|2000|2010', 'x|5|2011', 'y|2003|7'],
    [true, 'a|2019-01-01|2019-01-02', 'x|5|6'],
    [false, 'a|2019-01|2019-02', 'x||', 'y||'],
    [false, 'a|0-4|1', 'x|5|6'],
    [true, 'a|1.1.2020|1.2.2020', 'x|5|6'],
    [false, 'a|11.1.20|11.2.20', 'x|5|6', 'y|7|8'],
    [false, 'a|0-4|5-9', 'x|1|2-3', 'y|3|4'],
    [true, 'id|1|2|3', '5|a|b|c', '6|d|e|f', 'id|g|h|i'],
    [true, 'id|1|2|3', 'x|a|b|c', 'y|d|e|f', 'z|4|5|6', 'w|g|h|i'],
    [false, 'id|1|2|3', 'x|1|2|3', 'y|d|e|f', 'z|4|5|6'],
    [false, 'id|1|2|3', 'x|a|b|c'],
    [false, '7|1|2|3', 'x|a|b|c', 'y|d|e|f'],
    [false, '|a|5', 'x|y|z'],
    [false, 'a|a', 'c|d'],
    [true, 'a|a', 'c|d', 'e|f'],
    [false, '|', '|'],
    [true, '  a  |b', '1|2'],
  ])('names the columns: %s, %s above %s', (isHeader, first, ...rows) => {
    expect(names(first, ...rows)).toBe(isHeader);
  });
});
