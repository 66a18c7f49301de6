import { describe, expect, it } from 'vitest';
import { readPage } from './markdown-page.ts';
import {
  allWords,
  type Commands,
  commandProblems,
  figuresOf,
  indexPage,
  lengthProblems,
  limits,
  linkProblems,
  orphanProblems,
  pageWords,
  pathProblems,
  sumProblems,
} from './page-problems.ts';

const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(' ');
const textsOf = (problems: readonly { readonly line: number; readonly text: string }[]) =>
  problems.map(({ line, text }) => `${line}: ${text}`);

describe('lengths', () => {
  const found = (source: string, path = 'docs/page.md') => textsOf(lengthProblems(readPage(path, source)));

  it('finds a page over its limit, with its tables and code', () => {
    const rows = Array.from({ length: limits.pageWords / 10 }, () => `| ${words(10)} |`).join('\n');
    expect(found(`| a |\n|---|\n${rows}\n`)).toEqual([
      expect.stringMatching(/^1: the page has 1301 words, at most 1300/),
    ]);
    expect(found(words(10), 'docs/page.md')).toEqual([]);
    expect(found(`\`\`\`\n${words(251)}\n\`\`\`\n`, 'docs/server/containers.md')).toEqual([
      expect.stringContaining('at most 250'),
    ]);
  });

  it('finds a long paragraph and a long item of a list, where they begin', () => {
    const long = Array.from({ length: 10 }, () => `W${words(10)}.`).join(' ');
    const short = Array.from({ length: 9 }, () => `W${words(10)}.`).join(' ');
    const problems = found(`# Title\n\n${short}\n\n${long}\n\n- ${short}\n- ${long}\n`);
    expect(problems).toEqual([
      expect.stringMatching(/^5: the paragraph has 100 words/),
      expect.stringMatching(/^8: the paragraph has 100 words/),
    ]);
  });

  it.each([
    ['over two lines', `${words(13)}\n${words(13)}.`],
    ['with a link', `${words(23)} [to two words](page.md).`],
    ['of an item', `- ${words(26)}`],
  ])('finds a long sentence %s', (_, text) => {
    expect(found(`Short one. Another.\n\n${text}\n`)).toEqual([
      expect.stringMatching(/^3: the sentence .+ has 26 words/),
    ]);
  });

  it.each([
    [
      'code counts as one word',
      `${words(10)} \`almanac serve --data /srv/a --port 1 --host b --metrics\` ${words(10)}.`,
    ],
    ['a block of code is no sentence', `\`\`\`sh\n${words(60)}\n\`\`\``],
    ['nor is a row of a table', `| a |\n|---|\n| ${words(60)} |`],
    ['nor a comment', `<!-- ${words(60)}\n${words(60)} -->`],
    ['a point within a name ends none', `${words(5)} a.b.c 1.5.`],
  ])('%s', (_, text) => {
    expect(found(`Short one.\n\n${text}\n`)).toEqual([]);
  });

  it('finds sentences that are too long on average', () => {
    const text = Array.from({ length: 4 }, () => `W${words(18)}.`).join('\n\n');
    expect(found(text)).toEqual([expect.stringMatching(/^1: sentences have 18\.0 words on average/)]);
  });
});

describe('sums', () => {
  const page = (path: string, count: number) => readPage(path, `${words(count)}.\n`);

  it('finds too many words in a folder, and in all pages but the generated one', () => {
    const most = pageWords['docs/guide/'] ?? 0;
    const guide = [page('docs/guide/a.md', most), page('docs/guide/b.md', 0)];
    expect(sumProblems(guide)).toEqual([]);
    expect(sumProblems([...guide, page('docs/guide/c.md', 1)]).map(({ path }) => path)).toEqual(['docs/guide/']);
    expect(sumProblems([page('docs/cli-reference.md', allWords + 1)])).toEqual([]);
    expect(sumProblems([page('docs/a.md', allWords), page('docs/b.md', 1)])).toHaveLength(1);
  });

  it('counts words, the longest paragraph and the mean sentence', () => {
    const pages = [readPage('a.md', '# One two\n\nOne two. One two three four.\n'), page('b.md', 3)];
    expect(figuresOf(pages)).toEqual({ words: 11, longest: 6, mean: 3 });
  });
});

describe('links', () => {
  const other = readPage(
    'docs/other.md',
    '# The title\n\n## `code` & more, 2.0\n\n## 1. First\n\n## Twice\n\n## Twice\n\n<a id="own"></a>\n',
  );
  const found = (source: string, path = 'docs/page.md') => {
    const page = readPage(path, source);
    const files = new Set(['docs/page.md', 'docs/other.md', 'README.md', 'docs', 'docs/picture.png']);
    return textsOf(linkProblems([page, other], (file) => files.has(file)));
  };

  it.each([
    'other.md',
    'other.md#the-title',
    'other.md#code--more-20',
    'other.md#1-first',
    'other.md#twice-1',
    'other.md#own',
    '../README.md',
    './',
    'https://example.org/missing.md',
    'mailto:someone@example.org',
    '#here',
  ])('accepts %s', (link) => {
    expect(found(`# Here\n\n[a](${link})\n`)).toEqual([]);
  });

  it('finds dead ones and dead anchors, in text, lists, tables and pictures', () => {
    const source = '# T\n\n[a](gone.md)\n\n- [b](other.md#gone)\n\n| [c](#gone) |\n|---|\n\n![d](gone.png)\n';
    expect(found(source)).toEqual([
      expect.stringMatching(/^3: gone\.md: there is no such file/),
      expect.stringMatching(/^5: other\.md#gone: the page has no such heading/),
      expect.stringMatching(/^7: #gone: the page has no such heading/),
      expect.stringMatching(/^10: gone\.png: there is no such file/),
    ]);
  });

  it('finds none in code', () => {
    expect(found('```md\n[a](gone.md)\n```\n\n`[a](gone.md)`\n')).toEqual([]);
  });
});

it('finds pages of the documentation that the index does not reach in two steps', () => {
  const pages = [
    readPage(indexPage, '[a](a.md) [contribute](../CONTRIBUTING.md)'),
    readPage('CONTRIBUTING.md', '[dev](docs/dev/b.md)'),
    readPage('docs/a.md', '[c](dev/c.md)'),
    readPage('docs/dev/b.md', ''),
    readPage('docs/dev/c.md', '[d](d.md)'),
    readPage('docs/dev/d.md', ''),
    readPage('qa/README.md', ''),
  ];
  expect(orphanProblems(pages).map(({ path }) => path)).toEqual(['docs/dev/d.md']);
});

it('finds files that a text names and that do not exist', () => {
  const page = readPage('docs/a.md', 'See `electron/a.ts`, `electron/gone.ts`, `shared/` and `a/gone.ts`.\n');
  const exists = (file: string) => file === 'electron/a.ts' || file === 'shared';
  expect(pathProblems(page, exists).map(({ text }) => text)).toEqual(['electron/gone.ts: there is no such file']);
});

describe('commands', () => {
  const commands: Commands = {
    scripts: new Set(['check', 'qa', 'almanac', 'test:all']),
    qa: new Set(['fuzz']),
    almanac: new Map([
      ['serve', new Set(['--data', '--port'])],
      ['user', new Set<string>()],
      ['user add', new Set(['--staff'])],
    ]),
    exists: (file) => file === 'bench/run.ts',
  };
  const found = (code: string) => {
    const page = readPage('page.md', `Text.\n\n\`\`\`sh\n# almanac gone\n${code}\n\`\`\`\n`);
    return textsOf(commandProblems(page, commands));
  };

  it.each([
    ['almanac gone', '5: almanac has no command gone'],
    ['almanac serve --data x --gone', '5: almanac serve has no option --gone'],
    ['almanac serve \\\n  --gone=1', '5: almanac serve has no option --gone'],
    ['echo x | sudo -u almanac KEY=1 /usr/bin/almanac user add me --gone', '5: almanac user add has no option --gone'],
    ['ExecStart=/usr/bin/almanac serve --gone', '5: almanac serve has no option --gone'],
    ['npm run gone', '5: package.json has no script gone'],
    ['npm run -s almanac -- serve --gone', '5: almanac serve has no option --gone'],
    ['npm run check && npm run qa -- gone', '5: npm run qa has no name gone'],
    ['node bench/gone.ts', '5: there is no file bench/gone.ts'],
  ])('finds what is wrong in %s', (code, problem) => {
    expect(found(code)).toEqual([problem]);
  });

  it.each([
    'almanac serve --data=x --port 0 # --gone',
    'almanac NAME --flag',
    'almanac --version',
    'npm run test:all',
    'npm run qa -- fuzz --seconds 5',
    'npm run NAME',
    'npm run qa  lists the names',
    'node bench/run.ts pages',
    'useradd --system almanac',
    'docker build -t almanac . --gone',
  ])('accepts %s', (code) => {
    expect(found(code)).toEqual([]);
  });

  it('also reads code within a text', () => {
    const page = readPage('page.md', 'Text.\nRun `almanac gone` or `npm run gone`.\n');
    expect(textsOf(commandProblems(page, commands))).toEqual([
      '1: almanac has no command gone',
      '1: package.json has no script gone',
    ]);
  });
});
