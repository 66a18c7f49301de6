import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { explain, failure } from '#shared/failures.ts';
import { usualGuards } from '#shared/follow.ts';
import { backend } from '../../../testing/far-side.ts';
import { testFollowed } from '../../../testing/followed.ts';
import { ownConnection, testDetails } from '../../../testing/records.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { SourceDialog } from './source-menu.tsx';

const name = { namespace: 'web', dataset: 'cases' };

beforeEach(() => {
  backend.answer('listConnections', [ownConnection()]);
  backend.answer('readDataset', testDetails());
  backend.answer('estimateRetention', { versions: 12, removed: 0, bytes: 4_000_000, bytesAfter: 4_000_000 });
  backend.answer('listSourceSecrets', []);
  backend.answer('changeSource', testFollowed());
});

describe('the settings of a followed dataset', () => {
  it('say what a retention does to the disk before it is saved', async () => {
    const onClose = vi.fn();
    const user = renderComponent(<SourceDialog source={testFollowed()} onClose={onClose} />);
    expect(await screen.findByText('All 12 versions are kept; they take 4 MB.')).toBeDefined();
    backend.answer('estimateRetention', { versions: 12, removed: 7, bytes: 4_000_000, bytesAfter: 1_500_000 });
    await user.click(screen.getByRole('combobox', { name: 'Versions to keep' }));
    await user.click(await screen.findByRole('option', { name: 'Only the newest' }));
    const field = await screen.findByRole('textbox', { name: 'Number of versions' });
    await user.clear(field);
    await user.type(field, '5');
    expect(
      await screen.findByText('7 of 12 versions are removed after the next change: from 4 MB to 1.5 MB.'),
    ).toBeDefined();
    await user.click(screen.getByRole('switch', { name: 'Notify me of changes' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(backend.calls('changeSource')).toEqual([
        {
          ...name,
          settings: {
            every: '1d',
            notify: false,
            retention: { kind: 'last', versions: 5 },
            guards: { ...usualGuards, checks: [] },
          },
        },
      ]),
    );
    await waitFor(() => expect(onClose).toHaveBeenCalled());
  });

  it('set guards, with conditions for columns', async () => {
    const checks = [{ column: 'gone', test: 'range' as const, min: 0 }];
    const source = testFollowed({ guards: { ...usualGuards, checks } });
    const user = renderComponent(<SourceDialog source={source} onClose={() => {}} />);
    const guards = await screen.findByRole('group', { name: /Hold a new version for review/ });
    await user.clear(within(guards).getByRole('textbox', { name: /falls by more than/ }));
    await user.click(within(guards).getByRole('switch', { name: 'A column is missing' }));
    await user.type(within(guards).getByRole('textbox', { name: 'Maximum of gone' }), '90');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(backend.calls('changeSource').at(-1)).toMatchObject({
        settings: {
          guards: { rowsFell: null, columnGone: false, checks: [{ column: 'gone', test: 'range', min: 0, max: 90 }] },
        },
      }),
    );
  });

  it('keep and remove a secret, and say why it could not be kept', async () => {
    const user = renderComponent(<SourceDialog source={testFollowed()} onClose={() => {}} />);
    const form = await screen.findByRole('form', { name: 'Key or password' });
    expect(form.textContent).toContain('https://health.example');
    await user.type(within(form).getByLabelText('Value'), 'Token abc');
    backend.fail('keepSourceSecret', failure('no-keychain', explain('keychain-silent')));
    await user.click(within(form).getByRole('button', { name: 'Save the secret' }));
    expect(await within(form).findByRole('alert')).toBeDefined();
    backend.answer('keepSourceSecret', undefined);
    backend.answer('listSourceSecrets', [{ origin: 'https://health.example', kind: 'header' }]);
    await user.click(within(form).getByRole('button', { name: 'Save the secret' }));
    expect(await within(form).findByText('A key or password is stored for this address.')).toBeDefined();
    const address = 'https://health.example/cases.csv';
    expect(backend.calls('keepSourceSecret').at(-1)).toEqual({
      address,
      secret: { kind: 'header', name: 'Authorization', value: 'Token abc' },
    });
    await user.click(within(form).getByRole('button', { name: 'Remove it' }));
    await waitFor(() => expect(backend.calls('keepSourceSecret').at(-1)).toEqual({ address, secret: null }));
  });
});
