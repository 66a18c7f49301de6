import { SaxesParser } from 'saxes';

/** An element of an XML text, with names without prefixes. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Own text, without that of children. */
  readonly text: string;
}

interface OpenElement {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: OpenElement[];
  text: string;
}

function bare(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Reads an XML text whole; null if it is not well-formed. Entities of its own are not expanded. */
export function readXmlTree(text: string): XmlElement | null {
  const root: OpenElement = { name: '', attributes: {}, children: [], text: '' };
  const path = [root];
  const parser = new SaxesParser();
  let broken = false;
  parser.on('error', () => {
    broken = true;
  });
  parser.on('opentag', ({ name, attributes }) => {
    // `xml:lang` and `lang` are the same here.
    const own = Object.fromEntries(Object.entries(attributes).map(([key, value]) => [bare(key), String(value)]));
    const element: OpenElement = { name: bare(name), attributes: own, children: [], text: '' };
    path.at(-1)?.children.push(element);
    path.push(element);
  });
  parser.on('closetag', () => {
    path.pop();
  });
  const add = (piece: string): void => {
    const element = path.at(-1);
    if (element !== undefined) element.text += piece;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  try {
    parser.write(text).close();
  } catch {
    return null;
  }
  return broken || root.children.length !== 1 ? null : (root.children[0] ?? null);
}

/** Children of a name. */
export function childrenOf(element: XmlElement | null, name: string): readonly XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** All elements of a name below an element, not within one another. */
export function findAll(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) => (child.name === name ? [child] : findAll(child, name)));
}

/** The first descendant along a path of names. */
export function at(element: XmlElement | null, ...names: readonly string[]): XmlElement | null {
  let found = element;
  for (const name of names) found = childrenOf(found, name)[0] ?? null;
  return found;
}
