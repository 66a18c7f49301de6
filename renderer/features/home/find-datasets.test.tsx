import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Connection } from '#shared/rpc/records.ts';
import { backend } from '../../testing/far-side.ts';
import { testConnection, testDataset, testNamespace } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { useDatasetIndex } from './find-datasets.tsx';

/** More renders than the answers of two calls need: an endless loop would never let the test end. */
const maxRenders = 50;

let renders = 0;

function Probe() {
  renders += 1;
  if (renders > maxRenders) throw new Error('It renders endlessly.');
  const { index } = useDatasetIndex(true);
  return <p>{index === null ? 'no index' : `found ${index.search('towns', {}).length}`}</p>;
}

it('an index that is needed before the connections are known waits for them, without rendering again', async () => {
  let arrive: (connections: Connection[]) => void = () => undefined;
  backend.answer('listConnections', () => new Promise((resolve) => (arrive = resolve)));
  backend.answer('listNamespaces', [testNamespace({ datasets: [testDataset()] })]);
  renderComponent(<Probe />);
  await expect.poll(() => backend.calls('listConnections')).toHaveLength(1);
  expect(screen.getByText('no index')).toBeDefined();
  const before = renders;
  arrive([testConnection()]);
  expect(await screen.findByText('found 1')).toBeDefined();
  expect(before).toBeLessThan(5);
});
