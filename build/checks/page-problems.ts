import path from 'node:path';
import { type Block, countWords, type Page } from './markdown-page.ts';

/** Something to change in a page. */
export interface PageProblem {
  readonly path: string;
  readonly line: number;
  /** What is wrong, and what to do. */
  readonly text: string;
}

/** The limits that hold for every page, unless {@link pageWords} has another one. */
export const limits = { pageWords: 1300, paragraphWords: 90, sentenceWords: 25, meanSentenceWords: 17 } as const;

/** The limit of all pages that people wrote, in words. */
export const allWords = 26_000;

/** Pages with a limit of their own, in words; `docs/guide/` has one for all its pages. */
export const pageWords: Readonly<Record<string, number>> = {
  'CHANGELOG.md': 500,
  'CONTRIBUTING.md': 700,
  'README.md': 450,
  'SECURITY.md': 200,
  'bench/README.md': 800,
  'docs/README.md': 150,
  'docs/accessibility.md': 500,
  'docs/api.md': 1200,
  'docs/cli-reference.md': Number.POSITIVE_INFINITY,
  'docs/cli.md': 900,
  'docs/files.md': 600,
  'docs/formats.md': 1200,
  'docs/guide/': 3300,
  'docs/install.md': 350,
  'docs/query.md': 900,
  'docs/security-model.md': 1000,
  'docs/server/cluster.md': 1000,
  'docs/server/containers.md': 250,
  'docs/server/object-storage.md': 700,
  'docs/server/quickstart.md': 900,
  'docs/server/reference.md': 700,
  'docs/sources.md': 700,
  'docs/troubleshooting.md': 500,
  'docs/tutorial.md': 700,
  'qa/README.md': 600,
};

/** Generated from the program's own help. */
const generatedPage = 'docs/cli-reference.md';

/** How much people wrote: words, those of the longest paragraph, and those of a sentence on average. */
export function figuresOf(pages: readonly Page[]): { words: number; longest: number; mean: number } {
  const written = pages.filter(({ path: file }) => file !== generatedPage);
  const texts = written.flatMap(textsOf);
  const sentences = texts.flatMap(({ text }) => sentencesOf(text)).map(countWords);
  return {
    words: written.reduce((sum, { words }) => sum + words, 0),
    longest: Math.max(0, ...texts.map(({ text }) => countWords(text))),
    mean: meanOf(sentences),
  };
}

/** Too many words in all pages, or in those of a folder that has a limit. */
export function sumProblems(pages: readonly Page[]): PageProblem[] {
  const sums = [
    { path: indexPage, name: 'all pages', words: figuresOf(pages).words, most: allWords },
    ...Object.entries(pageWords)
      .filter(([folder]) => folder.endsWith('/'))
      .map(([folder, most]) => {
        const inside = pages.filter(({ path: file }) => file.startsWith(folder));
        return { path: folder, name: folder, words: figuresOf(inside).words, most };
      }),
  ];
  return sums
    .filter(({ words, most }) => words > most)
    .map(({ path: file, name, words, most }) => {
      return { path: file, line: 1, text: `${name} have ${words} words, at most ${most} are allowed` };
    });
}

function textsOf({ blocks }: Page): Block[] {
  return blocks.filter(({ kind }) => kind === 'paragraph' || kind === 'item');
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
}

/** What is longer than its limit: the page, a paragraph, a sentence, or sentences on average. Tables and code are free. */
export function lengthProblems(page: Page): PageProblem[] {
  const { path: file, words } = page;
  const problems: PageProblem[] = [];
  const most = pageWords[file] ?? limits.pageWords;
  if (words > most) {
    const text = `the page has ${words} words, at most ${most} are allowed: move a part to a page of its own, or leave it out`;
    problems.push({ path: file, line: 1, text });
  }
  const lengths: number[] = [];
  for (const { line, text } of textsOf(page)) {
    const count = countWords(text);
    if (count > limits.paragraphWords) {
      const long = `the paragraph has ${count} words, at most ${limits.paragraphWords} are allowed: divide it`;
      problems.push({ path: file, line, text: long });
    }
    for (const sentence of sentencesOf(text)) {
      const length = countWords(sentence);
      lengths.push(length);
      if (length <= limits.sentenceWords) continue;
      const begin = sentence.split(' ').slice(0, 6).join(' ');
      const long = `the sentence “${begin} …” has ${length} words, at most ${limits.sentenceWords} are allowed: divide it`;
      problems.push({ path: file, line, text: long });
    }
  }
  const mean = meanOf(lengths);
  if (mean > limits.meanSentenceWords) {
    const text = `sentences have ${mean.toFixed(1)} words on average, at most ${limits.meanSentenceWords} are allowed: shorten the longest`;
    problems.push({ path: file, line: 1, text });
  }
  return problems;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

function sentencesOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment.trim()).filter(
    (sentence) => countWords(sentence) > 0,
  );
}

/**
 * Links that lead nowhere. Addresses of the web are not requested.
 * @param exists whether there is a file or folder, by its path from the root
 */
export function linkProblems(pages: readonly Page[], exists: (path: string) => boolean): PageProblem[] {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  return pages.flatMap((page) =>
    page.blocks.flatMap(({ line, links }) =>
      links.flatMap((link) => {
        const target = localTarget(page, link);
        if (target === null) return [];
        const problem = (text: string) => [{ path: page.path, line, text: `${link}: ${text}` }];
        if (!exists(target.path)) return problem('there is no such file: correct or remove the link');
        const anchors = byPath.get(target.path)?.anchors;
        if (target.anchor === '' || anchors === undefined || anchors.has(target.anchor)) return [];
        return problem('the page has no such heading: correct the part after "#"');
      }),
    ),
  );
}

function localTarget(page: Page, link: string): { readonly path: string; readonly anchor: string } | null {
  if (/^[a-z][a-z+.-]*:/i.test(link)) return null;
  const [file = '', anchor = ''] = link.split('#');
  const target = file === '' ? page.path : path.posix.join(path.posix.dirname(page.path), decodeURI(file));
  return { path: target.replace(/\/$/, ''), anchor };
}

/** Files and folders of the sources, named in a text, that do not exist. @param exists as in {@link linkProblems} */
export function pathProblems(page: Page, exists: (path: string) => boolean): PageProblem[] {
  return page.blocks.flatMap(({ line, code }) =>
    code
      .filter((name) => /^(?:bench|build|docs|e2e|electron|qa|renderer|shared)\/[\w./-]*$/.test(name))
      // What tests write, and what a reader writes.
      .filter((name) => !/^e2e\/out\/|\/\.env$/.test(name) && !exists(name.replace(/\/$/, '')))
      .map((name) => ({ path: page.path, line, text: `${name}: there is no such file` })),
  );
}

/** The index of the documentation. */
export const indexPage = 'docs/README.md';

/** Pages below `docs/` that neither the index links to, nor a page to which it links. */
export function orphanProblems(pages: readonly Page[]): PageProblem[] {
  const linked = (from: readonly Page[]) => {
    const targets = from.flatMap((page) =>
      page.blocks.flatMap(({ links }) => links.map((link) => localTarget(page, link)?.path)),
    );
    return pages.filter(({ path: file }) => targets.includes(file));
  };
  const first = linked(pages.filter(({ path: file }) => file === indexPage));
  const reached = new Set([indexPage, ...[...first, ...linked(first)].map(({ path: file }) => file)]);
  return pages
    .filter(({ path: file }) => file.startsWith('docs/') && !reached.has(file))
    .map(({ path: file }) => {
      return {
        path: file,
        line: 1,
        text: `${indexPage} does not lead here: link it there or from a page linked there`,
      };
    });
}

/** The commands that pages may name. */
export interface Commands {
  /** Names of the scripts in `package.json`. */
  readonly scripts: ReadonlySet<string>;
  /** Names of the laboratory. */
  readonly qa: ReadonlySet<string>;
  /** Options of each command of the program, by its words: `user add`. */
  readonly almanac: ReadonlyMap<string, ReadonlySet<string>>;
  /** Whether there is a file, by its path from the root. */
  readonly exists: (path: string) => boolean;
}

/** Commands, options and scripts in code that do not exist. */
export function commandProblems(page: Page, commands: Commands): PageProblem[] {
  return page.blocks.flatMap((block) =>
    linesOfCode(block).flatMap(([line, source]) =>
      commandsIn(source)
        .map((words) => wrongCommand(words, commands))
        .filter((text) => text !== null)
        .map((text) => ({ path: page.path, line, text })),
    ),
  );
}

/** Lines of a block of code, with those that a backslash continues in one; or the code in a text. */
function linesOfCode({ kind, line, source, code }: Block): (readonly [line: number, source: string])[] {
  if (kind !== 'code') return code.map((piece) => [line, piece] as const);
  const whole = source.replaceAll(/\\\n\s*/g, (ending) => ' '.repeat(ending.length));
  return [...whole.matchAll(/[^\n]+/g)].map(({ 0: text, index }) => {
    return [line + 1 + source.slice(0, index).split('\n').length - 1, text] as const;
  });
}

/** The words of each command of a line of the shell, or of a systemd unit, without what runs it. */
function commandsIn(source: string): string[][] {
  return source
    .replace(/^\s*(?:\$ |ExecStart(?:Pre|Post)?=)/, '')
    .replace(/(?:^|\s)#.*$/, '')
    .split(/&&|\|\|?|;|<|>/)
    .map((command) => {
      const words = (command.match(/'[^']*'|"[^"]*"|\S+/g) ?? []).map((word) => word.replace(/^(['"])(.*)\1$/, '$2'));
      while (words.length > 0 && /^(?:\w+=.*|sudo|env|exec|xvfb-run|--?[a-zA-Z-]+)$/.test(words[0] ?? '')) {
        // The account of `sudo -u NAME`.
        if (words.shift() === '-u') words.shift();
      }
      return words;
    })
    .filter((words) => words.length > 0);
}

function wrongCommand(words: readonly string[], commands: Commands): string | null {
  const [program = '', first = '', ...rest] = words;
  if (path.posix.basename(program) === 'almanac') return wrongAlmanac([first, ...rest], commands);
  if (program === 'node' && /^[\w./-]+\.[mc]?[jt]s$/.test(first) && !first.startsWith('out/')) {
    return commands.exists(first) ? null : `there is no file ${first}`;
  }
  if (program !== 'npm' || first !== 'run') return null;
  const [script = '', separator, ...given] = rest.filter((word) => word !== '-s' && word !== '--silent');
  if (!isName(script)) return null;
  if (!commands.scripts.has(script)) return `package.json has no script ${script}`;
  if (separator !== '--') return null;
  if (script === 'almanac') return wrongAlmanac(given, commands);
  const [name = ''] = given;
  if (script === 'qa' && isName(name) && !commands.qa.has(name)) return `npm run qa has no name ${name}`;
  return null;
}

function wrongAlmanac(words: readonly string[], { almanac }: Commands): string | null {
  const [first = ''] = words;
  if (!isName(first)) return null;
  const nested = words.slice(0, 2).join(' ');
  const name = almanac.has(nested) ? nested : first;
  const options = almanac.get(name);
  if (options === undefined) return `almanac has no command ${first}`;
  for (const word of words) {
    const [, option] = /^(--[a-z][a-z-]*)(?:=.*)?$/.exec(word) ?? [];
    if (option !== undefined && option !== '--help' && !options.has(option))
      return `almanac ${name} has no option ${option}`;
  }
  return null;
}

/** Whether a word is a name, and not what stands for one. */
function isName(word: string): boolean {
  return /^[a-z][a-z:-]*$/.test(word);
}
