/** The longest pause between requests that a robots.txt can ask for; longer ones would be a mistake or a ban. */
const maxDelayMs = 5 * 60_000;

/**
 * The pause between requests that a robots.txt asks of us, in milliseconds; 0 for none. `Crawl-delay` is not in RFC
 * 9309, but portals use it. The group of our own name counts before the one for everybody. What is disallowed to
 * crawlers is not disallowed to a person who asks for one address.
 */
export function crawlDelayMs(robots: string): number {
  let names: string[] = [];
  let inRules = false;
  const delays = new Map<string, number>();
  for (const line of robots.split(/\r\n?|\n/)) {
    const [, field = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*)/i.exec(line) ?? [];
    const text = value.trim().toLowerCase();
    if (/^user-agent$/i.test(field)) {
      if (inRules) names = [];
      inRules = false;
      names.push(text);
    } else if (field !== '') {
      inRules = true;
      const seconds = /^crawl-delay$/i.test(field) ? Number(text) : Number.NaN;
      if (!(seconds > 0)) continue;
      for (const name of names) if (!delays.has(name)) delays.set(name, seconds);
    }
  }
  const own = [...delays.keys()].find((name) => name !== '*' && name !== '' && 'almanac'.startsWith(name));
  const seconds = delays.get(own ?? '*') ?? 0;
  return Math.min(seconds * 1000, maxDelayMs);
}
