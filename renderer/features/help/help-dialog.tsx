import { Box, Button, Flex, Modal, Stack, useComputedColorScheme } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconBug, IconNews } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import Markdown, { slugify } from 'markdown-to-jsx/react';
import MiniSearch from 'minisearch';
import { type ComponentPropsWithoutRef, type ReactNode, useEffect, useRef, useState } from 'react';
import changelog from '../../../CHANGELOG.md?raw';
import { reportFailure } from '../../backend/failure.ts';
import { diagnosticsQuery, reportDiagnostics } from '../../backend/settings.ts';
import { can, copyText } from '../../backend/shell.ts';
import { type GuidePage, guidePages, type HelpTopic } from '../../lib/help.ts';
import { openHelp, useDialog } from '../../state/dialogs.ts';
import { SearchField } from '../../ui/actions/search-field.tsx';
import helpStyles from './help.module.css';
import styles from './help-dialog.module.css';

/** Maximum number of characters shown of a section in the search results. */
const excerptLength = 140;

/** The guide, the release notes, and how to report a problem. */
export function HelpDialog() {
  const { dialog, layer } = useDialog('help');
  const topic = dialog?.topic ?? null;
  return (
    <Modal opened={topic !== null} {...layer} title={t('help.title')} size={980}>
      {topic !== null && <Help topic={topic} />}
    </Modal>
  );
}

function Help({ topic }: { readonly topic: HelpTopic }) {
  const [anchor, setAnchor] = useState('');
  const body = useRef<HTMLDivElement>(null);
  const page = topic + anchor;
  const scrolled = useRef('');
  useEffect(() => {
    if (scrolled.current === page) return;
    scrolled.current = page;
    const heading = anchor === '' ? null : body.current?.querySelector(`#${CSS.escape(anchor)}`);
    if (heading) heading.scrollIntoView({ block: 'start' });
    else body.current?.scrollTo({ top: 0 });
  }, [page, anchor]);
  const show = (page: HelpTopic, section = '') => {
    openHelp(page);
    setAnchor(section);
  };
  const language = guidePages.some((each) => each === topic) ? 'en' : undefined;
  const pageTitle = (page: HelpTopic) => {
    if (page === 'release-notes') return t('help.releaseNotes');
    return page === 'report' ? t('help.report') : guideTitle(page);
  };
  return (
    <div className={styles.help}>
      <Side topic={topic} onShow={show} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard. */}
      <section className={styles.body} ref={body} tabIndex={0} aria-label={pageTitle(topic)} lang={language}>
        {topic === 'report' ? (
          <ReportProblem />
        ) : (
          <HelpPage text={topic === 'release-notes' ? releaseNotes : guideText(topic)} />
        )}
      </section>
    </div>
  );
}

function Side({ topic, onShow }: { topic: HelpTopic; onShow: (page: HelpTopic, section?: string) => void }) {
  const [words, setWords] = useState('');
  const found = words.trim() === '' ? null : searchGuide(words);
  return (
    <Stack gap="sm" mih={0}>
      <SearchField data-autofocus label={t('help.search')} text={words} onText={setWords} />
      {found === null ? (
        <nav className={styles.list} aria-label={t('help.pages')}>
          {guidePages.map((page) => (
            <PageButton key={page} isShown={page === topic} onClick={() => onShow(page)}>
              <span lang="en">{guideTitle(page)}</span>
            </PageButton>
          ))}
          <hr className={styles.line} />
          <PageButton isShown={topic === 'release-notes'} onClick={() => onShow('release-notes')}>
            <IconNews size={14} stroke={1.5} aria-hidden />
            {t('help.releaseNotes')}
          </PageButton>
          {can('program') && (
            <PageButton isShown={topic === 'report'} onClick={() => onShow('report')}>
              <IconBug size={14} stroke={1.5} aria-hidden />
              {t('help.report')}
            </PageButton>
          )}
        </nav>
      ) : (
        <>
          <p className={styles.count} role="status">
            {found.length === 0 ? t('help.nothing') : t('help.found', { count: found.length })}
          </p>
          <ul className={styles.list} aria-label={t('help.results')}>
            {found.map((section) => (
              <Found key={section.id} section={section} onShow={() => onShow(section.page, section.anchor)} />
            ))}
          </ul>
        </>
      )}
    </Stack>
  );
}

function PageButton({ isShown, onClick, children }: { isShown: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles.item} aria-current={isShown ? 'page' : undefined} onClick={onClick}>
      {children}
    </button>
  );
}

function Found({ section, onShow }: { readonly section: GuideSection; readonly onShow: () => void }) {
  const { title, heading, text } = section;
  return (
    <li>
      <button type="button" className={`${styles.item} ${styles.found}`} lang="en" onClick={onShow}>
        <Box component="span" fw={600}>
          {heading}
        </Box>
        {heading !== title && <span className={styles.place}>{title}</span>}
        <Box component="span" c="var(--text-quiet)" fz="var(--font-size-small)">
          {text.length > excerptLength ? `${text.slice(0, excerptLength).trimEnd()}…` : text}
        </Box>
      </button>
    </li>
  );
}

/** A link to another page of the guide; there are no others. */
function PageLink({ href = '', children }: ComponentPropsWithoutRef<'a'>) {
  const page = guidePages.find((each) => href === `${each}.md`);
  if (page === undefined) return <span>{children}</span>;
  return (
    <button type="button" className={helpStyles.link} onClick={() => openHelp(page)}>
      {children}
    </button>
  );
}

function Picture({ src = '', alt = '' }: ComponentPropsWithoutRef<'img'>) {
  const address = pictureAddress(src, useComputedColorScheme('light'));
  return address === undefined ? <span>{alt}</span> : <img className={helpStyles.picture} src={address} alt={alt} />;
}

/** The headings of the window and of the dialog precede the page's. */
const options = {
  disableParsingRawHTML: true,
  forceBlock: true,
  wrapper: 'article',
  overrides: {
    h1: { component: 'h3' },
    h2: { component: 'h4' },
    h3: { component: 'h5' },
    a: { component: PageLink },
    img: { component: Picture },
  },
} as const;

/** A rendered text of the guide. It is in English, whatever the language of the window. */
function HelpPage({ text }: { readonly text: string }) {
  return (
    <div className={helpStyles.text} lang="en">
      <Markdown options={options}>{text}</Markdown>
    </div>
  );
}

/** How to report a problem, with the complete report to share. */
function ReportProblem() {
  const { data } = useQuery(diagnosticsQuery);
  const copy = async () => {
    try {
      await copyText(data ?? '');
      notifications.show({ message: t('common.copied') });
    } catch {
      notifications.show({ color: 'red', message: t('report.failed') });
    }
  };
  return (
    <article className={helpStyles.text}>
      <h3>{t('help.report')}</h3>
      <p>{t('report.lead')}</p>
      <ol>
        <li>{t('report.did')}</li>
        <li>{t('report.expected')}</li>
        <li>{t('report.happened')}</li>
      </ol>
      <p>{t('report.contents')}</p>
      <Flex wrap="wrap" gap="sm">
        <Button size="compact-sm" disabled={data === undefined} onClick={() => void copy()}>
          {t('report.copy')}
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => void reportDiagnostics().catch(reportFailure)}>
          {t('report.save')}
        </Button>
      </Flex>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard. */}
      <section className={helpStyles.report} tabIndex={0} aria-label={t('report.text')}>
        <pre className="mono">{data ?? t('common.loading')}</pre>
      </section>
    </article>
  );
}

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
interface GuideSection {
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
