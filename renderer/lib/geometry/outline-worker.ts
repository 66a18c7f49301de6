import { flatOutlines } from './flat-outlines.ts';

self.onmessage = async ({ data: address }: MessageEvent<string>) => {
  self.postMessage(flatOutlines(await (await fetch(address)).json()));
};
