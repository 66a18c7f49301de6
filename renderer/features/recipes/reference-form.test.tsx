import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { explain, failure } from '#shared/failures.ts';
import type { PublishRequest } from '#shared/rpc/jobs.ts';
import { backend } from '../../testing/far-side.ts';
import { testJob } from '../../testing/jobs.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { ReferenceForm } from './reference-form.tsx';

const table = (slug: string): PublishRequest => ({
  kind: 'publish',
  connection: 'local',
  path: `/samples/${slug}.csv`,
  options: { format: 'csv', columns: [], missing: [] },
  namespace: { slug: 'reference' },
  dataset: { slug, create: { label: slug, description: `All ${slug}.` } },
  provenance: { source: 'United Nations', contact: '' },
  mode: 'replace',
  rejects: null,
  licence: 'CC BY 4.0',
});
const [states, countries] = [table('states'), table('countries')];

beforeEach(() => {
  backend.answer('listJobs', []);
  backend.answer('listReference', [
    { request: states, isPresent: true },
    { request: countries, isPresent: false },
  ]);
});

const show = () => renderComponent(<ReferenceForm connection="local" onClose={() => {}} />);

it('says what is added, from where and under which licence, and adds what is missing', async () => {
  backend.answer('startJob', testJob());
  const user = show();
  expect(await screen.findByText('All countries.')).toBeDefined();
  expect(screen.getAllByText('Source: United Nations. Licence: CC BY 4.0.')).toHaveLength(2);
  expect(screen.getByText('already there').closest('li')?.textContent).toContain('states');
  await user.click(screen.getByRole('button', { name: 'Add 1 dataset' }));
  await waitFor(() => expect(backend.calls('startJob').map(({ request }) => request)).toEqual([countries]));
});

it('shows how far a dataset is', async () => {
  backend.answer('listJobs', [testJob({ request: countries, state: 'running' })]);
  show();
  expect(await screen.findByRole('progressbar')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Add 1 dataset' })).toBeNull();
});

it('offers a dataset that failed again, with the reason', async () => {
  const broken = failure('disk-full', explain('something-wrong'));
  backend.answer('listJobs', [testJob({ request: countries, state: 'failed', failure: broken })]);
  show();
  expect(await screen.findByRole('alert')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Add 1 dataset' })).toBeDefined();
});

it('says that everything is there', async () => {
  backend.answer('listReference', [{ request: states, isPresent: true }]);
  show();
  expect(await screen.findByText('All reference data are there.')).toBeDefined();
});

it('offers to try again if the service does not answer', async () => {
  backend.fail('listReference', failure('offline', explain('something-wrong'), { retry: true }));
  show();
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
});
