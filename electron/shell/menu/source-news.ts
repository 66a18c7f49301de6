import type { SourceNews } from '#shared/rpc/shell/following-settings.ts';
import type { ShellWords } from '../texts.ts';

/** Maximum number of datasets and columns that are named; a notification has little room. */
const maxNamed = 3;

function named(names: readonly string[]): string {
  return names.length <= maxNamed ? names.join(', ') : `${names.slice(0, maxNamed).join(', ')} …`;
}

/** The changes, as figures after words that suit every number. */
function changeText(words: ShellWords, { summary }: SourceNews): string {
  const { added, removed, changed, columnsAdded, columnsRemoved, columnsRetyped } = summary;
  const parts = [
    [words.newsAdded, added],
    [words.newsRemoved, removed],
    [words.newsChanged, changed],
    [words.newsColumnsNew, named(columnsAdded)],
    [words.newsColumnsGone, named(columnsRemoved)],
    [words.newsColumnsRetyped, named(columnsRetyped.map(({ name }) => name))],
  ] as const;
  return parts
    .filter(([, value]) => value !== 0 && value !== '')
    .map(([word, value]) => `${word}: ${value}`)
    .join(' · ');
}

/** The texts of one notification about all news. */
export function newsTexts(words: ShellWords, news: readonly SourceNews[]): { title: string; body: string } {
  const isHeld = news.some(({ kind }) => kind === 'held');
  const [first] = news;
  if (news.length === 1 && first !== undefined) {
    const title = `${first.title} – ${isHeld ? words.newsHeldOne : words.newsOne}`;
    return { title, body: changeText(words, first) };
  }
  const titles = [...new Set(news.map(({ title }) => title))];
  return { title: isHeld ? words.newsHeldMany : words.newsMany, body: named(titles) };
}
