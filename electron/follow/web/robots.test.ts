import { describe, expect, it } from 'vitest';
import { crawlDelayMs } from './robots.ts';

describe('The crawl delay of a robots.txt', () => {
  it.each([
    ['', 0],
    ['User-agent: *\nCrawl-delay: 10', 10_000],
    ['User-agent: bingbot\nCrawl-delay: 5\n\nUser-agent: *\nDisallow: /admin', 0],
    ['User-agent: *\nCrawl-delay: 10\n\nUser-agent: Almanac\nCrawl-delay: 2', 2_000],
    ['user-agent: a\nuser-agent: *\r\ncrawl-DELAY: 1.5 # seconds', 1_500],
    ['User-agent: *\nCrawl-delay: 99999', 300_000],
    ['User-agent: *\nCrawl-delay: soon', 0],
    ['Crawl-delay: 3', 0],
  ])('%j asks for %i ms', (text, expected) => {
    expect(crawlDelayMs(text)).toBe(expected);
  });
});
