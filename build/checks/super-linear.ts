import { RegExpParser } from '@eslint-community/regexpp';
import { analyse } from 'scslre';
import ts from 'typescript';
import { problemAt, type Source } from './source-files.ts';

/**
 * Marks an expression that may take more than linear time, in the comment above it, followed by the reason why it may.
 */
const excuse = /\bsuper-linear: \S/;

const parser = new RegExpParser({ ecmaVersion: 2025 });

function isSuperLinear(literal: string): boolean {
  return analyse(parser.parseLiteral(literal)).reports.length > 0;
}

/**
 * The regular expressions of a source that may take quadratic time or worse, one line each. Expressions built at run
 * time are not checked.
 */
export function superLinearExpressions(source: Source): string[] {
  const { tree } = source;
  const lines = tree.text.split('\n');
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
      const isExcused = lines.slice(Math.max(0, line - 1), line + 1).some((near) => excuse.test(near));
      if (!isExcused && isSuperLinear(node.text)) found.push(problemAt(source, node.getStart(tree), node.text));
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}
