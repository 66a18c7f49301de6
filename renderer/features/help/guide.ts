import { slugify } from 'markdown-to-jsx/react';
import MiniSearch from 'minisearch';
import changelog from '../../../CHANGELOG.md?raw';
import { type GuidePage, guidePages } from '../../lib/help.ts';

const texts = import.meta.glob<string>('../../../docs/guide/*.md', { query: '?raw', import: 'default', eager: true });
const pictures = import.meta.glob<string>('../../../docs/guide/pictures/*.png', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** The address of a picture by its path within the guide, in a theme. */
export function pictureAddress(path: string, theme: 'light' | 'dark'): string | undefined {
  const file = theme === 'dark' ? path.replace(/\.png$/, '-dark.png') : path;
  return pictures[`../../../docs/guide/${file}`];
}

/** A page of the guide in Markdown. */
export function guideText(page: GuidePage): string {
  return texts[`../../../docs/guide/${page}.md`] ?? '';
}

/** The release notes in Markdown, without the introduction of the file. */
export const releaseNotes = `# Release notes\n${changelog.slice(Math.max(0, changelog.indexOf('\n## ')))}`;

/** The title of a page: its first line. */
export function guideTitle(page: GuidePage): string {
  return /^# (.*)$/m.exec(guideText(page))?.[1] ?? page;
}

/** A section of the guide: the text below one heading. */
export interface GuideSection {
  readonly id: number;
  readonly page: GuidePage;
  readonly title: string;
  readonly heading: string;
  /** The id of its heading within its page. */
  readonly anchor: string;
  /** Its text, without Markdown syntax. */
  readonly text: string;
}

function plain(markdown: string): string {
  return markdown
    .replaceAll(/!\[[^[\]]*\]\([^()]*\)/g, '')
    .replaceAll(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/[*`|]|^-{3,}$|^ *- /gm, ' ')
    .replaceAll(/-{3,}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** All sections, in the order of the guide. */
export const guideSections: readonly GuideSection[] = guidePages
  .flatMap((page) => {
    const title = guideTitle(page);
    return guideText(page)
      .split(/^#{1,2} /m)
      .slice(1)
      .map((part) => {
        const [heading = '', ...lines] = part.split('\n');
        return { page, title, heading: plain(heading), anchor: slugify(heading), text: plain(lines.join('\n')) };
      });
  })
  .map((section, id) => ({ id, ...section }));

let known: MiniSearch<GuideSection> | null = null;

/** The index, created for the first search: most windows never open the help. */
function guideIndex(): MiniSearch<GuideSection> {
  if (known !== null) return known;
  known = new MiniSearch<GuideSection>({
    fields: ['heading', 'title', 'text'],
    searchOptions: { boost: { heading: 4, title: 2 }, prefix: true, fuzzy: 0.2, combineWith: 'AND' },
  });
  known.addAll(guideSections);
  return known;
}

/** The sections that contain all words, best matches first. */
export function searchGuide(words: string): GuideSection[] {
  return guideIndex()
    .search(words)
    .flatMap(({ id }) => guideSections[Number(id)] ?? []);
}
