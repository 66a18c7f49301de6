import path from 'node:path';
import ts from 'typescript';
import { problemAt, type Source } from './source-files.ts';

/**
 * The doc comments that do not fit what is beneath: with a parameter that it does not have, with a link to a name that
 * the file does not know, or without a declaration directly beneath.
 */
export function commentProblems(sources: readonly Source[]): string[] {
  const members = new Map(sources.map((source) => [source.path, membersOf(source.tree)]));
  return sources.flatMap((source) => [...declarationProblems(source), ...linkProblems(source, members)]);
}

function declarationProblems(source: Source): string[] {
  const { tree } = source;
  const problems: string[] = [];
  const visit = (node: ts.Node): void => {
    for (const comment of ts.getJSDocCommentsAndTags(node)) {
      if (ts.isJSDoc(comment) && comment.parent === node) problems.push(...parameterProblems(source, comment, node));
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  for (const { index } of tree.text.matchAll(/^ *\/\*\*/gm)) {
    const end = tree.text.indexOf('*/', index) + 2;
    const start = end + tree.text.slice(end).search(/\S|$/);
    const isApart = tree.text.slice(end, start).split('\n').length > 2;
    if (isApart || /^(?:\/\*\*|[)\]}]|$)/.test(tree.text.slice(start, start + 3)))
      problems.push(problemAt(source, end, 'the comment describes nothing'));
  }
  return problems;
}

function parameterProblems(source: Source, comment: ts.JSDoc, node: ts.Node): string[] {
  const names = new Set(
    signaturesOf(node).flatMap(({ parameters }) => parameters.flatMap(({ name }) => namesIn(name))),
  );
  return [...(comment.tags ?? [])].filter(ts.isJSDocParameterTag).flatMap(({ name, pos }) => {
    const [first = ''] = name.getText(source.tree).split('.');
    return names.has(first) ? [] : [problemAt(source, pos, `the declaration has no parameter ${first}`)];
  });
}

/** A function itself; of other declarations, the functions in their types and values. */
function signaturesOf(node: ts.Node): ts.SignatureDeclaration[] {
  if (ts.isFunctionLike(node)) return [node];
  if (ts.isClassLike(node) || ts.isInterfaceDeclaration(node)) return [];
  const signatures: ts.SignatureDeclaration[] = [];
  ts.forEachChild(node, (child) => void signatures.push(...signaturesOf(child)));
  return signatures;
}

function namesIn(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return [...name.elements].flatMap((element) => (ts.isBindingElement(element) ? namesIn(element.name) : []));
}

/** The members that a file's declarations have, by name of the declaration; null if they stand elsewhere too. */
type Members = ReadonlyMap<string, ReadonlySet<string> | null>;

function linkProblems(source: Source, members: ReadonlyMap<string, Members>): string[] {
  const { tree } = source;
  const imported = importedNames(source);
  const declared = declaredNames(tree);
  return linksIn(tree).flatMap(({ link, position }) => {
    const [name = '', member] = link.split('.');
    if (!declared.has(name) && !imported.has(name)) return [problemAt(source, position, `${link} is not known here`)];
    const known = members.get(imported.get(name) ?? source.path)?.get(name);
    if (member === undefined || !known || known.has(member)) return [];
    return [problemAt(source, position, `${name} has no member ${member}`)];
  });
}

/** The links on lines of doc comments; those in texts, such as the code in a test, do not count. */
function linksIn(tree: ts.SourceFile): { readonly link: string; readonly position: number }[] {
  const starts = tree.getLineStarts();
  return tree.text.split('\n').flatMap((line, at) => {
    if (!/^ *\/?\*/.test(line)) return [];
    const links = [...line.matchAll(/\{@link\s+([\w$.]+)[\s|}]/g)];
    return links.map(({ 1: link = '', index }) => ({ link, position: (starts[at] ?? 0) + index }));
  });
}

/** The file of each imported name, from the root of the project. */
function importedNames({ path: from, tree }: Source): Map<string, string> {
  const names = new Map<string, string>();
  for (const statement of tree.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const { text } = statement.moduleSpecifier;
    const file = text.startsWith('#') ? text.slice(1) : path.posix.join(path.posix.dirname(from), text);
    const bindings = statement.importClause?.namedBindings;
    if (statement.importClause?.name) names.set(statement.importClause.name.text, file);
    if (bindings && ts.isNamedImports(bindings)) for (const { name } of bindings.elements) names.set(name.text, file);
    else if (bindings) names.set(bindings.name.text, file);
  }
  return names;
}

/** Names at any depth: a comment may link to a function beside its own, or to a member of its class. */
function declaredNames(tree: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    const name = ts.getNameOfDeclaration(node as ts.Declaration);
    if (name !== undefined && ts.isIdentifier(name)) names.add(name.text);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return names;
}

function membersOf(tree: ts.SourceFile): Map<string, Set<string> | null> {
  const members = new Map<string, Set<string> | null>();
  for (const statement of tree.statements) {
    if (!ts.isInterfaceDeclaration(statement) && !ts.isClassDeclaration(statement)) continue;
    const names = [...statement.members].flatMap(({ name }) => name?.getText(tree) ?? []);
    members.set(statement.name?.text ?? '', statement.heritageClauses ? null : new Set(names));
  }
  return members;
}
