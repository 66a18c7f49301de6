import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readImage } from '../catalogue/images.ts';
import { type Recorder, startRecorder } from './recorder.ts';
import { type Opened, openForTest } from './source-suite.ts';
import { startVariant, type VariantService } from './variant-service.ts';

const picture = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(32)]);
const mebibyte = 2 ** 20;

let elsewhere: Recorder;
let service: VariantService;
let opened: Opened;

beforeEach(async () => {
  elsewhere = await startRecorder();
});

afterEach(async () => {
  await opened.close();
  await service.close();
  await elsewhere.close();
});

/** Reads an image from a service with the given answer. */
async function imageOf(answer: (response: ServerResponse) => void, name = 'logo.png'): Promise<string | null> {
  service = await startVariant({
    intercept: (_request, response, address) => {
      if (!address.pathname.startsWith('/media/')) return false;
      answer(response);
      return true;
    },
  });
  opened = await openForTest(service.url);
  return await readImage(opened.source, name);
}

describe('an image of a service', () => {
  it('is shown if its bytes are those of an image', async () => {
    const shown = await imageOf((response) => response.end(picture));
    expect(shown).toBe(`data:image/png;base64,${picture.toString('base64')}`);
  });

  it.each([301, 302, 303, 307, 308])('is not fetched through a redirect (%i)', async (status) => {
    const shown = await imageOf((response) => response.writeHead(status, { location: elsewhere.url }).end());
    expect(shown).toBeNull();
    expect(elsewhere.received).toEqual([]);
  });

  it('is not fetched from another origin', async () => {
    const shown = await imageOf((response) => response.end(picture), `${elsewhere.url}logo.png`);
    expect(shown).toBeNull();
    expect(elsewhere.received).toEqual([]);
  });

  it.each([
    ['a page', '<!doctype html><script>intruder()</script>'],
    ['a drawing, which may hold scripts', '<svg xmlns="http://www.w3.org/2000/svg" onload="intruder()"/>'],
    ['nothing', ''],
  ])('is not shown if it is %s, whatever its type claims', async (_, content) => {
    expect(
      await imageOf((response) => response.writeHead(200, { 'content-type': 'image/png' }).end(content)),
    ).toBeNull();
  });

  it('is aborted if it is endless', async () => {
    const shown = await imageOf((response) => {
      response.write(picture);
      const more = () => void response.write(Buffer.alloc(mebibyte / 4), (error) => error || more());
      more();
    });
    expect(shown).toBeNull();
  });
});
