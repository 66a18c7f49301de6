import { describe, expect, it } from 'vitest';
import { type Bill, shippedBill } from './shipped-bill.ts';

const development = { name: 'cdx:npm:package:development', value: 'true' };
const component = (name: string, version: string, scope = 'optional') => ({
  'bom-ref': `${name}@${version}`,
  // An alias, such as `"keytar": "npm:@github/keytar@1"`.
  name: `alias-of-${name}`,
  scope,
  properties: [development, { name: 'other', value: 'kept' }],
});
const bill: Bill = {
  metadata: { component: component('some-folder', '1.0.0', 'required') },
  components: [component('bundled', '2.0.0'), component('bundled', '1.0.0'), component('tool', '3.0.0')],
  dependencies: [
    { ref: 'some-folder@1.0.0', dependsOn: ['bundled@2.0.0', 'tool@3.0.0'] },
    { ref: 'bundled@2.0.0', dependsOn: ['tool@3.0.0'] },
    { ref: 'tool@3.0.0' },
  ],
};

describe('The bill of materials', () => {
  it('lists the versions that are shipped, as required, and nothing else', () => {
    const found = shippedBill(bill, 'almanac', new Set(['bundled@2.0.0']));
    expect(found.metadata.component.name).toBe('almanac');
    expect(found.components).toEqual([
      {
        ...component('bundled', '2.0.0', 'required'),
        properties: [{ name: 'other', value: 'kept' }],
      },
    ]);
    expect(found.dependencies).toEqual([
      { ref: 'some-folder@1.0.0', dependsOn: ['bundled@2.0.0'] },
      { ref: 'bundled@2.0.0', dependsOn: [] },
    ]);
  });

  it('is refused if npm does not know a package that is shipped', () => {
    expect(() => shippedBill(bill, 'almanac', new Set(['bundled@2.0.0', 'unknown@1.0.0']))).toThrow(/unknown@1\.0\.0/);
  });
});
