import ts from 'typescript';
import { problemAt, type Source } from './source-files.ts';

/** The calls with which tests wait for a state, but that have no time: they give up after one second. */
export function impatientWaits(source: Source): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^vi\.wait(For|Until)$/.test(node.expression.getText())) {
      const time = node.arguments[1]?.getText() ?? '';
      if (!time.includes('timeout')) found.push(problemAt(source, node.getStart(), node.expression.getText()));
    }
    ts.forEachChild(node, visit);
  };
  visit(source.tree);
  return found;
}
