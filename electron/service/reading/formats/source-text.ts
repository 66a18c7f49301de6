/** A language of programs, documents or settings, recognised by its lines. */
interface Language {
  readonly name: string;
  /** Forms of lines; a text has at least two of them. */
  readonly lines: readonly RegExp[];
  /** Matches at least one of its lines, and none of any other language of the list. */
  readonly sign: RegExp;
  /** Minimum share of non-empty lines that have one of the forms. */
  readonly share: number;
}

const comment = /^\s*(?:\/\/|\/\*|\*(?:\s|\/|$))/;
/** Line ends in languages whose blocks are in braces. */
const braced: readonly RegExp[] = [
  comment,
  // super-linear: lines are cut to `maxLineLength`.
  /[{}]$|^[})\]]+[;,)]*$/,
  /(?:[)=\]'"`\w>]|\+\+|--);\s*(?:\/\/.*|\/\*.*)?$/,
  /^\s*(?:if|for|while|switch|case|return|else|break|default|do|try|catch|throw)\b/,
  /^\s*[\w.:<>*&\s]{1,120}\(.*[,({]$/,
];
const hashed = /^\s*#/;

/** The languages with the more telling signs come first. */
const languages: readonly Language[] = [
  {
    name: 'diff',
    sign: /^@@ -\d+(?:,\d+)? \+\d/,
    lines: [/^[-+ @\\]/, /^(?:diff|index|Index:|From|Date:|Subject:|---|\+\+\+)/],
    share: 0.7,
  },
  {
    name: 'C, C++',
    sign: /^\s*#\s*(?:include\s*[<"]|if(?:n?def)?\s+!?\w|endif\b|pragma\s|define\s+\w)/,
    lines: [...braced, /^\s*#\s*(?:include|if|ifdef|ifndef|elif|else|endif|define|undef|pragma|error)\b/, /\\$/],
    share: 0.6,
  },
  { name: 'PHP', sign: /^<\?php\b/, lines: [...braced, hashed, /^<\?php/], share: 0.5 },
  {
    name: 'Perl',
    sign: /^(?:use (?:strict|warnings|vars|lib)\b|sub \w+|package [\w:]+;|my [$@%])/,
    lines: [...braced, hashed, /^\s*(?:my|use|our|sub|package)\b/, /^=\w+/],
    share: 0.6,
  },
  // super-linear: lines are cut to `maxLineLength`.
  { name: 'Rust', sign: /^(?:pub )?(?:fn \w+.*[({<]|use [\w:]+|mod \w+;|impl\b.*\{)/, lines: braced, share: 0.6 },
  { name: 'Go', sign: /^package \w+$/, lines: [...braced, /^(?:import|func|type|var|const|\t)/], share: 0.6 },
  {
    name: 'Python (.py)',
    // super-linear: lines are cut to `maxLineLength`.
    sign: /^\s*(?:def \w+\(.*|class \w+.*:\s*$|from [\w.]+ import |import [\w.]+(?: as \w+)?\s*$|if __name__ ==)/,
    lines: [
      hashed,
      /^\s*(?:def|class|from|import|if|elif|else|for|while|return|with|try|except|raise|assert|print|global|pass)\b/,
      /^\s*[\w.]+(?:\[[^\]]*\])? [-+*/|]?= /,
      /[:,([{]$/,
      /^\s*(?:"""|'''|@\w)/,
      /^\s*[)\]}]|\)$/,
    ],
    share: 0.6,
  },
  {
    name: 'Java, Kotlin, C#',
    // super-linear: lines are cut to `maxLineLength`.
    sign: /^(?:(?:import|using|package) [\w.*]+;$|(?:package|namespace) [\w.]+$|(?:public|private|internal|abstract|final|data|sealed) .*\b(?:class|interface|enum)\b)/,
    lines: [...braced, /^(?:import|package|using) /, /^\s*@\w+/],
    share: 0.6,
  },
  {
    name: 'TypeScript',
    sign: /^\s*(?:export |declare )*(?:interface|type|enum|namespace) \w[^,;|]*[{=]\s*\S*|^import type |\w\)?: (?:string|number|boolean|void|unknown|readonly)\b/,
    lines: [...braced, /^\s*(?:import|export|const|let|readonly|declare|type|interface) /, /^\s*[\w?'"]+\??: .*[;,]$/],
    share: 0.6,
  },
  {
    name: 'JavaScript',
    sign: /^\s*(?:(?:const|let|var) [\w{[$][^;]*=|(?:import|export) .*(?:from|[{(*;]|default|const|function)|["']use strict["'];?\s*$|module\.exports|(?:async )?function\b[^,;|]*\()|require\(|=> ?\{?$/,
    lines: [
      ...braced,
      /^\s*(?:import|export|const|let|var|async|await|function|class) /,
      /^\s*[\w'"$]+: .*,$/,
      /^["']use strict["'];?/,
    ],
    share: 0.6,
  },
  {
    name: 'CSS',
    sign: /^\s*[-\w]{2,40}\s*:\s*[^;{}]{1,200};$/,
    lines: [comment, /^[^{};]{1,300}\{$/, /^\s*\}$/, /^\s*[-\w]{2,40}\s*:\s*[^{}]{1,300};?$/, /,$/],
    share: 0.9,
  },
  {
    name: 'R',
    sign: /^\s*[\w.]+(?:\$\w+|\[[^\]]*\])?\s*<-\s*\S|^(?:library|require|source)\(/,
    lines: [hashed, /<-/, /^\s*[\w.:]+\(.*[),({]$/, /[{}()]$/, /(?:%>%|\|>|\+)$/],
    share: 0.7,
  },
  {
    name: 'YAML',
    sign: /^(?: +[\w.$/"'*-]+:(?: |$)| *- \S|---\s*$)/,
    // super-linear: lines are cut to `maxLineLength`.
    lines: [hashed, /^ *(?:- )*[\w.$/"'*@&~^ -]+:(?:\s|$)/, /^ *- /, /^---/],
    share: 0.9,
  },
  {
    name: 'CMake',
    sign: /^(?:cmake_minimum_required|project|include|find_package|set|macro|function|add_\w+)\s*\(/i,
    lines: [hashed, /^\s*\w+\s*\(.*$/, /\)$/],
    share: 0.6,
  },
  {
    name: 'Makefile',
    sign: /^(?:\.PHONY\s*:|\t[@$\w-])/,
    lines: [
      hashed,
      /^\t\S/,
      /^[\w.-]+\s*[:?+!]?=/,
      /^[\w.%/$(){} -]+:(?!=)/,
      /\\$/,
      /^-?(?:include|ifeq|ifneq|ifdef|else|endif|define|endef)\b/,
    ],
    share: 0.8,
  },
  {
    name: 'Lua, Ruby',
    sign: /^\s*(?:local \w+|require ['"(]|require_relative |def \w|module [A-Z]|class [A-Z]\w*(?: <|$)|(?:local )?function \w)/,
    lines: [
      hashed,
      /^\s*--/,
      /^\s*end\b[,)]*$/,
      /^\s*(?:local|def|class|module|require|if|for|while|return|elsif|else|function|unless)\b/,
      /\bdo(?: \|[^|]*\|)?$/,
      / = /,
    ],
    share: 0.6,
  },
  {
    name: 'shell script',
    sign: /^\s*(?:if \[|if ! |fi$|esac$|done$|export \w+=|case .* in$|alias \w+=)/,
    lines: [
      hashed,
      /^\s*(?:if|then|else|elif|fi|for|do|done|case|esac|while|export|alias|local|return|echo|set|unset)\b/,
      /^\s*\w+=/,
      /^\s*\}|\{$/,
      /;;$/,
      /\\$/,
      /^\s*\[/,
    ],
    share: 0.7,
  },
  {
    name: 'batch file',
    sign: /^@?echo off$/i,
    lines: [/^(?:@|rem\b|set |if |echo|goto |call |:|::)/i, /%\w+%/],
    share: 0.5,
  },
  { name: 'gettext (.po)', sign: /^msgid "/, lines: [hashed, /^msg(?:id|str|ctxt)\b/, /^"/], share: 0.9 },
  {
    name: 'SQL',
    sign: /^\s*(?:CREATE|ALTER|DROP|INSERT INTO|UPDATE|DELETE FROM|SELECT|WITH|GRANT|MERGE)\b/i,
    lines: [
      /^\s*(?:--|\/\*)/,
      /^\s*(?:CREATE|ALTER|DROP|INSERT|UPDATE|DELETE|SELECT|FROM|WHERE|GROUP BY|ORDER BY|HAVING|LIMIT|(?:LEFT|RIGHT|INNER|FULL|CROSS)? ?JOIN|ON|AND|OR|UNION|VALUES|SET|WITH|GRANT|AS|BEGIN|COMMIT|RETURNS|LANGUAGE)\b/i,
      /;$/,
      /^\s*[()]/,
    ],
    share: 0.5,
  },
  {
    name: 'LaTeX',
    sign: /^\s*\\(?:documentclass|usepackage|begin|section|chapter|newcommand|def)\b/,
    lines: [/^\s*%/, /\\[a-zA-Z]+[[{]/, /\\\\$/, /^\s*\\/],
    share: 0.4,
  },
  {
    name: 'reStructuredText',
    sign: /^\.\. [\w-]+::/,
    lines: [/^[=~^*"-]{3,}$/, /^\s*\.\. /, /^ *:[\w-]+:/, /``|`_/, /^\s{3,}\S/, /^\*\*|^\* /],
    share: 0.2,
  },
  {
    name: 'TOML, INI',
    sign: /^\[[^\],]+\]$/,
    // super-linear: lines are cut to `maxLineLength`.
    lines: [hashed, /^\s*;/, /^\s*[\w."' -]+\s*=/, /^\[.*\]$/, /^\s*["'\]]/],
    share: 0.8,
  },
];

/** A heading, and another element of Markdown (CommonMark 0.31): prose alone has no recognisable form. */
const heading = /^#{1,6} \S|^(?:={3,}|-{3,})$/;
const elements: readonly RegExp[] = [
  /^(?:```|~~~)/,
  // super-linear: lines are cut to `maxLineLength`.
  /\[[^\]]+\]\((?:https?:|\.{0,2}\/|#|\w+[./])/,
  /^ {0,3}(?:[-*+]|\d+[.)]) \S/,
  /\*\*[^*]+\*\*|`[^`]+`/,
  /^> /,
];

/** Fewer non-empty lines are not conclusive. */
const minLines = 3;
/** Maximum number of lines that are examined, and of characters of each. */
const maxLines = 400;
const maxLineLength = 200;
const delimiters = [',', ';', '\t', '|'] as const;

/**
 * The language of a text that is evidently not a table: its lines have the forms of the language, and no delimiter
 * splits them uniformly, whatever words they contain.
 * @param head the beginning of the text, whose last line may be truncated
 */
export function languageOf(head: string): string | null {
  const lines = withoutNotice(head)
    .split('\n', maxLines)
    .map((line) => line.slice(0, maxLineLength).trimEnd());
  const filled = lines.filter((line) => line !== '');
  const first = filled.find((line) => !comment.test(line) && !/^\s*(?:#|--|%)/.test(line)) ?? '';
  if (filled.length < minLines || isHeader(first) || isTable(filled)) return null;
  const found = languages.find((language) => isIn(filled, language));
  return found?.name ?? (isMarkdown(filled) ? 'Markdown' : null);
}

/** A text without the comment that it begins with, often a licence in prose. */
function withoutNotice(head: string): string {
  const end = head.trimStart().startsWith('/*') ? head.indexOf('*/') : -1;
  return end < 0 ? head : `/**/${head.slice(end + 2)}`;
}

function isIn(filled: readonly string[], { lines, sign, share }: Language): boolean {
  const [first = ''] = filled;
  const begins = lines.some((form) => form.test(first)) || sign.test(first);
  if (!begins || !filled.some((line) => sign.test(line))) return false;
  const forms = lines.filter((form) => filled.some((line) => form.test(line))).length;
  const fitting = filled.filter((line) => lines.some((form) => form.test(line))).length;
  return forms >= 2 && fitting >= share * filled.length;
}

function isMarkdown(filled: readonly string[]): boolean {
  if (!filled.some((line) => heading.test(line))) return false;
  return elements.filter((element) => filled.some((line) => element.test(line))).length >= 2;
}

/** Whether a line is split like a header: in programs, commas are within brackets or before spaces. */
function isHeader(line: string): boolean {
  const bare = line.replace(/"[^"]*"|'[^']*'|\([^()]*\)|\{[^{}]*\}|\[[^[\]]*\]|<[^<>]*>/g, '');
  return /[^\s,],[^\s,]|[^\s;];\s*[^\s;/]|\S\t+\S|\S\|\S/.test(bare);
}

/** Minimum share of lines that a delimiter splits into the same number of fields. */
const tableShare = 0.7;

/** Whether most lines, apart from possible comments, have the same number of fields. */
function isTable(filled: readonly string[]): boolean {
  const lines = filled.filter((line) => !/^\s*(?:#|\/\/|--|%)/.test(line)).map((line) => line.replace(/[;,]$/, ''));
  if (lines.length < 2) return lines.length === 0;
  return delimiters.some((delimiter) => {
    const counts = new Map<number, number>();
    for (const line of lines) {
      const count =
        line
          .replace(/"[^"]*"/g, '')
          .replace(/^[\t ]+/, '')
          .split(delimiter).length - 1;
      if (count > 0) counts.set(count, (counts.get(count) ?? 0) + 1);
    }
    return Math.max(0, ...counts.values()) >= tableShare * lines.length;
  });
}
