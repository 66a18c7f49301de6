import { describe, expect, it } from 'vitest';
import { englishText } from './english/english-text.ts';
import { explain, inTurn, mapTexts, readExplanation } from './failures.ts';

describe('an explanation', () => {
  it('is read back as it was stored', () => {
    const where = explain('in-line-column', { line: 7, column: 'year {{x}}' });
    const stored = explain('values-unread', { count: 3, where, why: explain('no-whole-number') });
    expect(readExplanation(JSON.parse(JSON.stringify(stored)))).toEqual(stored);
    const several = inTurn(stored, explain('records-advice'));
    expect(readExplanation(JSON.parse(JSON.stringify(several)))).toEqual(several);
  });

  it('of an older release is the stored text', () => {
    expect(englishText(readExplanation('date to ISO 8601 text'))).toBe('date to ISO 8601 text');
  });

  it.each([
    [{ code: 'of-another-release', values: {} }],
    [{ code: 'toString', values: {} }],
    [{ code: 'in-line', values: {} }],
    [{ code: 'in-line', values: { line: { code: 'in-line' } } }],
    [{ code: 'in-turn', values: { parts: [{ code: 'nothing', values: {} }] } }],
    [{ code: 'busy' }],
  ])('with an unknown code is read as that code: %j', (stored) => {
    expect(readExplanation(stored)).toEqual({ code: 'recorded', values: { text: stored.code } });
  });

  it.each([null, undefined, 7, []])('that is invalid (%j) is read as an empty text', (stored) => {
    expect(readExplanation(stored)).toEqual({ code: 'recorded', values: { text: '' } });
  });

  it('loses a secret wherever it contains it', () => {
    const said = explain('it-says', { said: 'No token abc.' });
    const whole = inTurn(explain('request-refused', { host: 'abc.example', status: 400 }), said);
    expect(JSON.stringify(mapTexts(whole, (text) => text.replaceAll('abc', '…')))).not.toContain('abc');
  });

  it('distinguishes singular and plural', () => {
    const waiting = (seconds: number) => englishText(explain('busy-seconds', { host: 'a.example', seconds }));
    expect(waiting(1)).toMatch(/in 1 second\.$/);
    expect(waiting(2)).toMatch(/in 2 seconds\.$/);
    expect(waiting(0)).toMatch(/in 0 seconds\.$/);
  });
});
