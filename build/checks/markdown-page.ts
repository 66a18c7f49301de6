import { type MarkdownToJSX, parser, RuleType } from 'markdown-to-jsx/markdown';

/** A piece of a page that is judged by itself; a list is one block an item, and a table one a row. */
export interface Block {
  readonly kind: 'heading' | 'paragraph' | 'item' | 'table' | 'code' | 'comment';
  /** The number of its first line, from 1. */
  readonly line: number;
  /** Its source without the marks of its kind. */
  readonly source: string;
  /** What is read: without marks, and `Code` for each piece of code. Empty for code and comments. */
  readonly text: string;
  /** The language of a block of code. */
  readonly language: string;
  readonly links: readonly string[];
  /** Code between backquotes. */
  readonly code: readonly string[];
}

/** A page of Markdown. */
export interface Page {
  /** Its path from the root of the project, with forward slashes. */
  readonly path: string;
  readonly blocks: readonly Block[];
  /** All its words, those of tables and code too. */
  readonly words: number;
  /** The anchors of its headings, as GitHub makes them, and those that it defines itself. */
  readonly anchors: ReadonlySet<string>;
}

/** Reads a page. @param path from the root of the project, with forward slashes */
export function readPage(path: string, source: string): Page {
  const blocks = blocksOf(source.split('\n'));
  const anchors = new Set([...source.matchAll(/\b(?:id|name)="([^"]+)"/g)].map(([, name = '']) => name));
  for (const { kind, source: heading } of blocks) {
    if (kind === 'heading') addAnchor(anchors, heading);
  }
  return { path, blocks, words: countWords(source), anchors };
}

/** The number of words of a text: what has a letter or a digit, between blanks. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** The same heading again gets a number, from 1. */
function addAnchor(anchors: Set<string>, heading: string): void {
  const plain = inlineNodes(heading).map(plainText).join('');
  const anchor = plain
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
  let free = anchor;
  for (let again = 1; anchors.has(free); again += 1) free = `${anchor}-${again}`;
  anchors.add(free);
}

const fence = /^\s*(`{3,}|~{3,})\s*(\S*)/;
const heading = /^#{1,6}\s+/;
const item = /^\s*(?:[-*+]|\d+[.)])\s+/;

/** Collects lines until one that begins a block of another kind. */
function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  /** Takes lines while they satisfy the condition, from the second one on. */
  const take = (continues: (line: string) => boolean): string[] => {
    const from = at;
    at += 1;
    while (at < lines.length && continues(lines[at] ?? '')) at += 1;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const first = lines[at] ?? '';
    const line = at + 1;
    const [, marks, language = ''] = fence.exec(first) ?? [];
    if (marks !== undefined) {
      const code = take((next) => !next.trim().startsWith(marks)).slice(1);
      at += 1;
      blocks.push({ ...inline('code', line, ''), source: code.join('\n'), language });
    } else if (first.trim() === '') at += 1;
    else if (first.trim().startsWith('<!--')) {
      const comment = first.includes('-->') ? take(() => false) : take((next) => !next.includes('-->'));
      if (!comment.join('').includes('-->')) at += 1;
      blocks.push({ ...inline('comment', line, ''), source: comment.join('\n') });
    } else if (heading.test(first)) {
      blocks.push(inline('heading', line, first.replace(heading, '').replace(/\s#+\s*$/, '')));
      at += 1;
    } else if (first.trim().startsWith('|')) {
      if (!/^[\s|:-]+$/.test(first)) blocks.push(inline('table', line, first));
      at += 1;
    } else {
      const kind = item.test(first) ? 'item' : 'paragraph';
      blocks.push(inline(kind, line, take(continuesText).join('\n').replace(item, '')));
    }
  }
  return blocks;
}

function continuesText(line: string): boolean {
  return line.trim() !== '' && ![fence, heading, item, /^\s*\|/, /^\s*<!--/].some((start) => start.test(line));
}

function inline(kind: Block['kind'], line: number, source: string): Block {
  const nodes = [...everyNode(inlineNodes(source.replaceAll(/^\s*>\s?/gm, '')))];
  return {
    kind,
    line,
    source,
    text: nodes.filter(isLeaf).map(readText).join('').replaceAll(/\s+/g, ' ').trim(),
    language: '',
    links: nodes.flatMap((node) => ('target' in node && typeof node.target === 'string' ? [node.target] : [])),
    code: nodes.flatMap((node) => (isCode(node) ? [node.text] : [])),
  };
}

type Node = MarkdownToJSX.ASTNode;

/** A heading that begins with a number would be taken for a list. */
function inlineNodes(source: string): Node[] {
  return parser(source.replace(/^(\d+)([.)])(?=\s)/, String.raw`$1\$2`), { forceInline: true });
}

function* everyNode(nodes: readonly Node[]): Generator<Node> {
  for (const node of nodes) {
    yield node;
    if ('children' in node && Array.isArray(node.children)) yield* everyNode(node.children);
  }
}

function isLeaf(node: Node): node is Node & { readonly text: string } {
  return 'text' in node && typeof node.text === 'string' && !('children' in node && Array.isArray(node.children));
}

function isCode(node: Node): node is MarkdownToJSX.CodeInlineNode {
  return node.type === RuleType.codeInline;
}

function readText(node: Node & { readonly text: string }): string {
  return isCode(node) ? 'Code' : node.text;
}

function plainText(node: Node): string {
  return [...everyNode([node])]
    .filter(isLeaf)
    .map(({ text }) => text)
    .join('');
}
