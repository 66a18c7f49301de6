/** A package in a CycloneDX document; other members are kept as they are. */
interface Component {
  /** `name@version`; the name is that of the package itself, whatever it is installed as. */
  readonly 'bom-ref': string;
  readonly name: string;
  readonly scope?: string;
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

/** What is used of a CycloneDX document. */
export interface Bill {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

/**
 * npm's bill of materials, with only what is in the packages that people install. npm takes for development what is
 * bundled, and names the product by its folder.
 * @param shipped `name@version` of each package that is shipped
 * @throws if npm does not list one of them
 */
export function shippedBill(bill: Bill, product: string, shipped: ReadonlySet<string>): Bill {
  const components = bill.components
    .filter((component) => shipped.has(component['bom-ref']))
    .map(({ properties = [], ...component }) => ({
      ...component,
      scope: 'required',
      properties: properties.filter(({ name }) => name !== 'cdx:npm:package:development'),
    }));
  const listed = new Set(components.map((component) => component['bom-ref']));
  const missing = [...shipped].filter((name) => !listed.has(name));
  if (missing.length > 0) throw new Error(`npm's bill of materials does not list ${missing.join(', ')}.`);
  const root = { ...bill.metadata.component, name: product };
  const refs = new Set([root['bom-ref'], ...listed]);
  return {
    ...bill,
    metadata: { ...bill.metadata, component: root },
    components,
    dependencies: bill.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) })),
  };
}
