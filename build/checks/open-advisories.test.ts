import { describe, expect, it } from 'vitest';
import { openAdvisories } from './open-advisories.ts';

const via = { name: 'left', title: 'Reads too much', url: 'https://example.org/1', severity: 'high' };
const report = { vulnerabilities: { left: { via: [via] }, right: { via: ['left', via] } } };
const acceptance = { url: via.url, reason: 'not reachable', until: '2030-01-01' };

describe('known vulnerabilities', () => {
  it('are named once each', () => {
    expect(openAdvisories(report, [], new Date('2029-01-01'))).toEqual([
      'left (high): Reads too much https://example.org/1',
    ]);
  });

  it('are accepted until a given day', () => {
    expect(openAdvisories(report, [acceptance], new Date('2029-01-01'))).toEqual([]);
    expect(openAdvisories(report, [acceptance], new Date('2030-01-02'))).toHaveLength(1);
    expect(openAdvisories(report, [{ ...acceptance, url: 'other' }], new Date('2029-01-01'))).toHaveLength(1);
  });
});
