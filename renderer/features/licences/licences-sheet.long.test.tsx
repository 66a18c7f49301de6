import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { closeDialog, openDialog } from '../../state/dialogs.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { LicencesSheet } from './licences-sheet.tsx';

/** Replaces the application's protocol, which serves the list written by the build from another process. */
function serve(answer: () => Promise<Response>): void {
  vi.stubGlobal('fetch', answer);
}

function show() {
  openDialog({ kind: 'licences' });
  return renderComponent(<LicencesSheet />);
}

const react = { name: 'react', version: '19.0.0', licence: 'MIT', text: 'Permission is hereby granted' };

afterEach(() => {
  closeDialog('program');
  vi.unstubAllGlobals();
});

describe('third-party licences', () => {
  it('show that they are being read', async () => {
    serve(() => new Promise(() => {}));
    show();
    expect((await screen.findByRole('status')).textContent).toBe('Loading');
  });

  it('are listed with their texts, or with a note if a package has none', async () => {
    serve(async () => Response.json([react, { ...react, name: 'bare', text: '' }]));
    show();
    expect(await screen.findByText('react 19.0.0')).toBeDefined();
    expect(screen.getByText('Permission is hereby granted')).toBeDefined();
    expect(screen.getByText('The package states the licence MIT but does not include its text.')).toBeDefined();
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('explain why they cannot be shown', async () => {
    serve(async () => new Response('Not found', { status: 404 }));
    show();
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(screen.queryByRole('listitem')).toBeNull();
  });
});
