/** The structure of a value as the engine states it: a type, `NULL`, a list, or an object of structures. */
export type Structure = unknown;
type ObjectStructure = Readonly<Record<string, Structure>>;

/** A value within records. */
export interface NestedMember {
  /** Names that lead to it from the record. */
  readonly path: readonly string[];
  /** The structures that it has in different records. */
  readonly structures: readonly Structure[];
}

/** Levels of objects within a record that become columns, and members of one that still do. */
const maxLevels = 3;
const maxMembers = 100;

function isObject(structure: Structure): structure is ObjectStructure {
  return typeof structure === 'object' && structure !== null && !Array.isArray(structure);
}

/** An object that looks like a GeoJSON geometry, which is one value. */
export function isGeometry(structure: Structure): boolean {
  return (
    isObject(structure) && structure.type === 'VARCHAR' && ('coordinates' in structure || 'geometries' in structure)
  );
}

/** The names of a member that is an object wherever it has a value; empty for others, and for what has very many. */
function namesIn({ structures }: NestedMember): string[] {
  const present = structures.filter((structure) => structure !== 'NULL');
  if (!present.every(isObject) || present.some(isGeometry)) return [];
  const names = [...new Set(present.flatMap((structure) => Object.keys(structure)))];
  return names.length > maxMembers ? [] : names;
}

/** Whether a member holds objects that {@link flattened} would take apart. */
export function isNested(member: NestedMember): boolean {
  return namesIn(member).length > 0;
}

/** The name of a column for a value within objects, as pandas and other programs write it: `country.id`. */
export function nestedName(path: readonly string[]): string {
  return path.join('.');
}

/**
 * The values within a member that holds objects, those within these included; the member itself for any other.
 * @param taken names of columns: objects with a value of the same name stay whole
 */
export function flattened(member: NestedMember, taken: ReadonlySet<string>): readonly NestedMember[] {
  const { path, structures } = member;
  const names = path.length > maxLevels ? [] : namesIn(member);
  const inner = names.map((name): NestedMember => {
    const within = structures.flatMap((structure) =>
      isObject(structure) && name in structure ? [structure[name]] : [],
    );
    return { path: [...path, name], structures: within };
  });
  if (inner.length === 0 || inner.some((one) => taken.has(nestedName(one.path)))) return [member];
  return inner.flatMap((one) => flattened(one, taken));
}
