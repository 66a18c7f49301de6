import { describe, expect, it } from 'vitest';
import { mergedDescription } from './merged-description.ts';

const of = (version: string, architecture: string) => `version: ${version}
files:
  - url: Almanac-${version}-mac-${architecture}.zip
    sha512: ${architecture}==
    size: 5
path: Almanac-${version}-mac-${architecture}.zip
sha512: ${architecture}==
releaseDate: '2026-01-01T00:00:00.000Z'
`;

describe('the description of updates', () => {
  it('of one architecture stays unchanged', () => {
    expect(mergedDescription([of('1.0.0', 'x64')])).toBe(of('1.0.0', 'x64'));
  });

  it('of two lists the files of both', () => {
    const merged = mergedDescription([of('1.0.0', 'x64'), of('1.0.0', 'arm64')]);
    expect(merged.match(/^ {2}- url: .*$/gm)).toEqual([
      '  - url: Almanac-1.0.0-mac-x64.zip',
      '  - url: Almanac-1.0.0-mac-arm64.zip',
    ]);
    expect(merged.match(/^path: /gm)).toHaveLength(1);
  });

  it('of two versions is refused', () => {
    expect(() => mergedDescription([of('1.0.0', 'x64'), of('1.0.1', 'arm64')])).toThrow('1.0.1');
    expect(() => mergedDescription(['version: 1'])).toThrow('no files');
  });
});
