type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Our own keywords, which are not part of the document. */
const ownKeywords: ReadonlySet<string> = new Set(['errorMessage']);

/**
 * Moves every schema that has a title to `components.schemas`, once per title, so that a record is described in one
 * place however often it is used.
 */
export function shareSchemas(value: unknown): { readonly value: Json; readonly schemas: Record<string, Json> } {
  const schemas: Record<string, Json> = {};
  const walk = (part: Json, isRoot: boolean): Json => {
    if (Array.isArray(part)) return part.map((item) => walk(item, false));
    if (typeof part !== 'object' || part === null) return part;
    const { title } = part;
    if (!isRoot && typeof title === 'string' && ('type' in part || 'anyOf' in part)) {
      // Registered before its parts are visited, so that a schema may contain itself.
      if (!(title in schemas)) {
        schemas[title] = null;
        schemas[title] = walk(part, true);
      }
      return { $ref: `#/components/schemas/${title}` };
    }
    const kept = Object.entries(part).filter(([name]) => !ownKeywords.has(name));
    return Object.fromEntries(kept.map(([name, inner]) => [name, walk(inner, false)]));
  };
  return { value: walk(JSON.parse(JSON.stringify(value)) as Json, false), schemas };
}
