import { RegExpParser } from '@eslint-community/regexpp';
import { analyse } from 'scslre';
import ts from 'typescript';

/**
 * Marks an expression that may take more than linear time, in the comment above it, followed by the reason why it may.
 */
const excuse = /\bsuper-linear: \S/;

const parser = new RegExpParser({ ecmaVersion: 2025 });

function isSuperLinear(literal: string): boolean {
  return analyse(parser.parseLiteral(literal)).reports.length > 0;
}

/**
 * The regular expressions of a source file that may take quadratic time or worse, one line each. Expressions built at
 * run time are not checked.
 * @param name displayed, with its extension
 */
export function superLinearExpressions(name: string, text: string): string[] {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest);
  const lines = text.split('\n');
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      const isExcused = lines.slice(Math.max(0, line - 1), line + 1).some((near) => excuse.test(near));
      if (!isExcused && isSuperLinear(node.text)) found.push(`${name}:${line + 1}: ${node.text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
