import { describe, expect, it } from 'vitest';
import { guidePages } from '../../lib/help.ts';
import { guideSections, guideText, guideTitle, pictureAddress, releaseNotes, searchGuide } from './help-dialog.tsx';

describe('the guide', () => {
  it.each(guidePages)('has the page %s with a title, a picture in both themes, and links to its own pages', (page) => {
    expect(guideTitle(page)).not.toBe(page);
    const pictures = [...guideText(page).matchAll(/!\[([^\]]+)\]\(([^)]+)\)/g)];
    expect(pictures.length).toBeGreaterThan(0);
    for (const [, text = '', path = ''] of pictures) {
      expect(text.length).toBeGreaterThan(10);
      expect([pictureAddress(path, 'light'), pictureAddress(path, 'dark')]).not.toContain(undefined);
    }
    for (const [, name = ''] of guideText(page).matchAll(/(?<!!)\[[^\]]+\]\(([\w-]+)\.md\)/g)) {
      expect(guidePages).toContain(name);
    }
  });

  it('is searched by words of headings and texts, headings first, and by incomplete words', () => {
    expect(searchGuide('cite')[0]).toMatchObject({ page: 'versions', heading: 'Cite a version' });
    expect(searchGuide('proxies')[0]).toMatchObject({ page: 'services' });
    expect(searchGuide('certificates elephants')).toEqual([]);
    expect(searchGuide('back u').map(({ page }) => page)).toContain('settings');
    expect(searchGuide('datapackge')[0]?.page).toBe('export');
  });

  it('has sections without Markdown syntax', () => {
    expect(guideSections.length).toBeGreaterThan(30);
    expect(guideSections.filter(({ text }) => /\*\*|`|\]\(|!\[/.test(text))).toEqual([]);
  });

  it('starts the release notes with the newest release', () => {
    expect(releaseNotes).toMatch(/^# Release notes\n+## /);
  });
});
