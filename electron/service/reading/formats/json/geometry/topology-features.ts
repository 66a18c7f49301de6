import { feature } from 'topojson-client';
import type { GeometryObject, Topology } from 'topojson-specification';
import { explain } from '#shared/failures.ts';
import { IngestError } from '../../../reading.ts';
import { listItems, membersOf, type Raw, textOf } from '../raw-values.ts';
import { recordText } from '../table-records.ts';

/** Maximum number of positions of all shapes together. They are held in memory: any shape may refer to all arcs. */
const maxPositions = 10_000_000;

/** Shapes of a topology as GeoJSON. */
interface TopologyFeatures {
  /** The name of the object with these shapes, and the names of the other objects. */
  readonly name: string;
  readonly others: readonly string[];
  readonly features: Iterable<Buffer>;
}

/**
 * The shapes of one object of a TopoJSON text ("The TopoJSON Format Specification"), which share their borders: the
 * requested one, or that with most of them. Identifiers and properties stay as written.
 * @param requested name of the object; null for none
 * @throws {IngestError} if there is no such object, an arc is missing, or the shapes have too many positions
 */
export function topologyFeatures(text: Raw, requested: string | null): TopologyFeatures {
  const objects = membersOf(membersOf(text).get('objects'));
  const lists = new Map([...objects].map(([name, object]) => [name, geometriesOf(object)]));
  const [largest] = [...lists].sort(([, one], [, other]) => other.length - one.length);
  const name = requested ?? largest?.[0] ?? '';
  const geometries = lists.get(name);
  if (geometries === undefined) throw new IngestError(explain('json-no-member', { name: `objects/${name}` }));
  const topology = JSON.parse(text.toString('utf8')) as Topology;
  return { name, others: [...lists.keys()].filter((one) => one !== name), features: features(topology, geometries) };
}

/** The geometries of a collection, each as written; any other object is the only one. */
function geometriesOf(object: Raw): Raw[] {
  const members = membersOf(object);
  return textOf(members.get('type')) === 'GeometryCollection'
    ? listItems(members.get('geometries') ?? Buffer.of())
    : [object];
}

function* features(topology: Topology, geometries: readonly Raw[]): Generator<Buffer> {
  const arcs: readonly unknown[] = Array.isArray(topology.arcs) ? topology.arcs : [];
  const lengths = arcs.map((arc) => (Array.isArray(arc) ? arc.length : 0));
  let positions = 0;
  for (const [at, geometry] of geometries.entries()) {
    const members = membersOf(geometry);
    let shape: unknown;
    try {
      const object = JSON.parse(geometry.toString('utf8')) as GeometryObject;
      for (const arc of arcsOf(object as ObjectParts)) positions += lengths[arc < 0 ? ~arc : arc] ?? 0;
      if (positions > maxPositions) throw new IngestError(explain('values-take-memory'));
      shape = shapeOf(topology, object);
    } catch (error) {
      if (error instanceof IngestError) throw error;
      // The converter finds arcs that are missing, and members of another form, by failing.
      throw new IngestError(explain('topology-broken', { record: at + 1 }));
    }
    yield recordText(
      ['type', 'id', 'properties', 'geometry'],
      [Buffer.from('"Feature"'), members.get('id'), members.get('properties'), Buffer.from(JSON.stringify(shape))],
    );
  }
}

interface ObjectParts {
  readonly arcs?: readonly unknown[];
  readonly geometries?: readonly ObjectParts[];
}

/** The numbers of the arcs that an object refers to, negative ones in the opposite direction. */
function arcsOf({ arcs = [], geometries = [] }: ObjectParts): number[] {
  return [...arcs.flat(4).map(Number), ...geometries.flatMap(arcsOf)];
}

/** A geometry whose arcs are put together; null for one without shape. */
function shapeOf(topology: Topology, object: GeometryObject): unknown {
  if ((object.type as string | null) === null) return null;
  const found = feature(topology, object);
  return found.type === 'Feature'
    ? found.geometry
    : { type: 'GeometryCollection', geometries: found.features.map((one) => one.geometry) };
}
