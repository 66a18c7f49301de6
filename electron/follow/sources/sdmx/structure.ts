import { at, childrenOf, findAll, readXmlTree, type XmlElement } from '../../../lib/xml-tree.ts';

/** A dataflow: a table that can be asked for. */
export interface Dataflow {
  readonly agency: string;
  readonly id: string;
  readonly version: string;
  readonly name: string;
  readonly description: string | null;
  /** Number of observations and time of the last change, as Eurostat annotates them; null elsewhere. */
  readonly observations: number | null;
  readonly updated: string | null;
}

/** A column of a dataflow's data. */
export interface Component {
  readonly id: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly kind: 'dimension' | 'time' | 'attribute' | 'measure';
  /** Labels by code; empty if it has no code list. */
  readonly codes: ReadonlyMap<string, string>;
  /** The code above each of them, where there is one. */
  readonly parents: ReadonlyMap<string, string>;
}

export interface FlowStructure {
  readonly flow: Dataflow;
  /** Dimensions in the order of the key, then attributes and measures. */
  readonly components: readonly Component[];
}

/** The text in English, otherwise the first one. */
function textIn(element: XmlElement, name: string): string | null {
  const texts = childrenOf(element, name);
  const english = texts.find(({ attributes }) => (attributes.lang ?? '').startsWith('en'));
  const text = (english ?? texts[0])?.text.trim() ?? '';
  return text === '' ? null : text;
}

/** `AGENCY:ID` of a reference: `<Ref agencyID id/>` of SDMX-ML 2.1, or a URN of 3.0 (`…=AGENCY:ID(VERSION).ITEM`). */
function referenceOf(element: XmlElement | null): { readonly artefact: string; readonly item: string } | null {
  if (element === null) return null;
  const ref = at(element, 'Ref');
  if (ref !== null) {
    const { agencyID = '', id = '', maintainableParentID } = ref.attributes;
    return { artefact: `${agencyID}:${maintainableParentID ?? id}`, item: id };
  }
  const urn = (at(element, 'URN') ?? element).text.trim();
  const named = urn.slice(urn.lastIndexOf('=') + 1);
  const [colon, open, close] = [named.indexOf(':'), named.indexOf('('), named.indexOf(')')];
  if (colon < 1 || open < colon || close < open) return null;
  const artefact = named.slice(0, open);
  return { artefact, item: named[close + 1] === '.' ? named.slice(close + 2) : named.slice(colon + 1, open) };
}

function annotationsOf(element: XmlElement): Map<string, string> {
  return new Map(
    childrenOf(at(element, 'Annotations'), 'Annotation').flatMap((annotation) => {
      const type = (at(annotation, 'AnnotationType')?.text ?? annotation.attributes.id ?? '').trim();
      const value = (at(annotation, 'AnnotationTitle') ?? at(annotation, 'AnnotationText'))?.text.trim() ?? '';
      return type === '' ? [] : [[type.toUpperCase(), value] as const];
    }),
  );
}

function flowOf(element: XmlElement): Dataflow {
  const { agencyID = '', id = '', version = '1.0' } = element.attributes;
  const annotations = annotationsOf(element);
  const count = annotations.get('OBS_COUNT') ?? '';
  return {
    agency: agencyID,
    id,
    version,
    name: textIn(element, 'Name') ?? id,
    description: textIn(element, 'Description'),
    observations: /^\d{1,15}$/.test(count) ? Number(count) : null,
    updated: annotations.get('UPDATE_DATA') ?? null,
  };
}

function key({ attributes }: XmlElement): string {
  return `${attributes.agencyID ?? ''}:${attributes.id ?? ''}`;
}

/** Dataflows of a structure message; null if it is none. */
export function readDataflows(xml: string): Dataflow[] | null {
  const root = readXmlTree(xml);
  return root?.name === 'Structure'
    ? findAll(root, 'Dataflow')
        .map(flowOf)
        .filter(({ id }) => id !== '')
    : null;
}

function codesOf(list: XmlElement): Map<string, string> {
  return new Map(
    [...childrenOf(list, 'Code'), ...childrenOf(list, 'Value')].map((code) => {
      const id = code.attributes.id ?? '';
      return [id, textIn(code, 'Name') ?? id];
    }),
  );
}

/** The code above each code: an id in SDMX-ML 3.0, a reference in 2.1, and a place in the tree in 2.0. */
function parentsOf(list: XmlElement): Map<string, string> {
  return new Map(
    childrenOf(list, 'Code').flatMap((code) => {
      const parent = at(code, 'Parent');
      const id =
        code.attributes.parentCode ?? (parent === null ? '' : (at(parent, 'Ref')?.attributes.id ?? parent.text));
      return id.trim() === '' ? [] : [[code.attributes.id ?? '', id.trim()] as const];
    }),
  );
}

const kinds: Readonly<Record<string, Component['kind']>> = {
  Dimension: 'dimension',
  MeasureDimension: 'dimension',
  TimeDimension: 'time',
  Attribute: 'attribute',
  Measure: 'measure',
  PrimaryMeasure: 'measure',
};

/**
 * A dataflow with its data structure, concepts and code lists, from a message with its descendants ("SDMX-ML").
 * @returns null if the message has no such dataflow or no structure of it
 */
export function readStructure(xml: string, id: string): FlowStructure | null {
  const root = readXmlTree(xml);
  if (root?.name !== 'Structure') return null;
  const flow = findAll(root, 'Dataflow').find((one) => one.attributes.id?.toUpperCase() === id.toUpperCase());
  if (flow === undefined) return null;
  const requested = referenceOf(at(flow, 'Structure'))?.artefact;
  const all = findAll(root, 'DataStructure').filter((one) => at(one, 'DataStructureComponents') !== null);
  const structure = all.find((one) => key(one) === requested) ?? (all.length === 1 ? all[0] : undefined);
  const lists = new Map([...findAll(root, 'Codelist'), ...findAll(root, 'ValueList')].map((list) => [key(list), list]));
  const concepts = new Map(
    findAll(root, 'ConceptScheme').flatMap((scheme) =>
      childrenOf(scheme, 'Concept').map((concept) => [`${key(scheme)}.${concept.attributes.id}`, concept] as const),
    ),
  );
  if (structure === undefined) return null;
  const components = (at(structure, 'DataStructureComponents')?.children ?? []).flatMap((list) =>
    list.children.flatMap((element, order) => {
      const kind = kinds[element.name];
      if (kind === undefined) return [];
      const identity = referenceOf(at(element, 'ConceptIdentity'));
      const concept = identity === null ? null : (concepts.get(`${identity.artefact}.${identity.item}`) ?? null);
      const local = referenceOf(at(element, 'LocalRepresentation', 'Enumeration'));
      const core = concept === null ? null : referenceOf(at(concept, 'CoreRepresentation', 'Enumeration'));
      const codes = lists.get((local ?? core)?.artefact ?? '');
      const component: Component = {
        id: element.attributes.id ?? identity?.item ?? '',
        name: concept === null ? null : textIn(concept, 'Name'),
        description: concept === null ? null : textIn(concept, 'Description'),
        kind,
        codes: codes === undefined ? new Map() : codesOf(codes),
        parents: codes === undefined ? new Map() : parentsOf(codes),
      };
      return [{ component, position: Number(element.attributes.position ?? order + 1) }];
    }),
  );
  const ofKind = (kind: Component['kind']) =>
    components.filter(({ component }) => component.kind === kind).toSorted((a, b) => a.position - b.position);
  const ordered = (['dimension', 'time', 'attribute', 'measure'] as const).flatMap(ofKind);
  return { flow: flowOf(flow), components: ordered.map(({ component }) => component) };
}

/** The validity of the actual content of a dataflow, where a service publishes it as a constraint. */
export function readConstraint(
  xml: string,
): { readonly validFrom: string; readonly observations: number | null } | null {
  const root = readXmlTree(xml);
  if (root === null) return null;
  const [constraint] = [...findAll(root, 'ContentConstraint'), ...findAll(root, 'DataConstraint')];
  const validFrom = constraint?.attributes.validFrom;
  if (constraint === undefined || validFrom === undefined) return null;
  const count = [...annotationsOf(constraint)].find(([type]) => type === 'OBS_COUNT')?.[1] ?? '';
  return { validFrom, observations: /^\d{1,15}$/.test(count) ? Number(count) : null };
}
