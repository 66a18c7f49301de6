import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import type { ImageChange } from '#shared/rpc/editing.ts';
import { backend } from '../../testing/far-side.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { ImageField } from './image-field.tsx';

const current = 'https://statistics.example/media/images/showcase/a.webp';
const picture = 'data:image/png;base64,iVBORw0KGgo=';

/** The field in a form that holds its value. */
function Form({ present, onChange }: { present: string; onChange: (image: ImageChange) => void }) {
  const [image, setImage] = useState<ImageChange>({ kind: 'keep' });
  const change = (next: ImageChange) => {
    setImage(next);
    onChange(next);
  };
  return <ImageField connection="remote" present={present} image={image} onChange={change} />;
}

function show(present: string) {
  let image: ImageChange = { kind: 'keep' };
  const onChange = (next: ImageChange) => {
    image = next;
  };
  const user = renderComponent(<Form present={present} onChange={onChange} />);
  const field = () => {
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (input === null) throw new Error('There is no field for a file.');
    return input;
  };
  const choose = (file: File) => user.upload(field(), file);
  return { user, choose, field, image: () => image };
}

function file(name: string, bytes: number): File {
  return new File([new Uint8Array(bytes)], name, { type: 'image/png' });
}

const status = () => screen.getByRole('status').textContent;
const button = (name: string) => screen.queryByRole('button', { name });

describe('the image of a record', () => {
  it('can be chosen if there is none, and then removed again', async () => {
    const { user, choose, image } = show('');
    expect(status()).toBe('No image');
    expect(button('Remove')).toBeNull();
    await choose(file('town.png', 100));
    expect(await screen.findByRole('img', { name: 'Preview of the new image' })).toBeDefined();
    expect(status()).toBe('New image: town.png');
    expect(image()).toEqual({ kind: 'replace', path: '/home/anna/town.png' });
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    expect([status(), image()]).toEqual(['No image', { kind: 'keep' }]);
  });

  it('is chosen before its preview has been read, so that the form can be saved at once', async () => {
    const { field, image } = show('');
    await act(async () => fireEvent.change(field(), { target: { files: [file('town.png', 100)] } }));
    expect([status(), image()]).toEqual(['New image: town.png', { kind: 'replace', path: '/home/anna/town.png' }]);
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('shows the preview of the last one that was chosen', async () => {
    const { field } = show('');
    for (const name of ['first.png', 'second.png']) {
      fireEvent.change(field(), { target: { files: [new File([name], name, { type: 'image/png' })] } });
    }
    const preview = await screen.findByRole<HTMLImageElement>('img', { name: 'Preview of the new image' });
    expect(preview.src).toBe(`data:image/png;base64,${btoa('second.png')}`);
  });

  it('is shown, and can be removed or kept after all', async () => {
    backend.answer('readImage', { content: picture });
    const { user, image } = show(current);
    expect((await screen.findByRole<HTMLImageElement>('img', { name: 'Current image' })).src).toBe(picture);
    expect(button('Keep the current one')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    expect([status(), image()]).toEqual(['The image will be removed when you save', { kind: 'remove' }]);
    expect(screen.queryByRole('img')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Keep the current one' }));
    expect([status(), image()]).toEqual(['Has an image', { kind: 'keep' }]);
    expect(screen.getByRole('img', { name: 'Current image' })).toBeDefined();
  });

  it('can be replaced even if the current one cannot be shown', async () => {
    backend.answer('readImage', { content: null });
    const { choose, image } = show(current);
    expect(status()).toBe('Has an image');
    expect(screen.queryByRole('img')).toBeNull();
    await choose(file('new.png', 100));
    expect(await screen.findByRole('img', { name: 'Preview of the new image' })).toBeDefined();
    expect(image()).toEqual({ kind: 'replace', path: '/home/anna/new.png' });
  });

  it('is refused if it is too large, until something else is chosen', async () => {
    backend.answer('readImage', { content: picture });
    const { user, choose, image } = show(current);
    await choose(file('large.png', 10 * 1024 * 1024 + 1));
    expect([status(), image()]).toEqual(['This image is larger than 10 MB.', { kind: 'keep' }]);
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    expect(status()).toBe('The image will be removed when you save');
  });
});
