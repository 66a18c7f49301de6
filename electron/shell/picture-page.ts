import type { PictureFrame } from '#shared/rpc/window-picture.ts';
import type { KeptPicture } from './kept-pictures.ts';

/** Seconds after which the picture goes by itself, should the program never come to take it away. */
const longest = 15;

/**
 * The built page with a picture before everything else: it is drawn with the first frame, and the program, put aside in
 * a template, is begun after it by `renderer/begin-after-picture.ts`; its files are fetched meanwhile. The picture is
 * data alone: nothing in it can be clicked, read aloud or found, and it lies over the page only while the window has its
 * size, sharpness and colours.
 */
export function pageWithPicture(page: string, picture: KeptPicture): string {
  const program: string[] = [];
  const ahead: string[] = [];
  const head = page.replaceAll(
    // super-linear: the page is the program's own.
    /[ \t]*<(?:script\b[^>]*\bsrc="([^"]*)"[^>]*><\/script>|link\b[^>]*\brel="stylesheet"[^>]*\bhref="([^"]*)"[^>]*>)\n?/g,
    (element, script: string | undefined, style: string | undefined) => {
      program.push(element.trim());
      if (script !== undefined) ahead.push(`<link rel="modulepreload" crossorigin href="${script}">`);
      if (style !== undefined) ahead.push(`<link rel="preload" as="style" crossorigin href="${style}">`);
      return '';
    },
  );
  // By its sharpness it gets the size that it was taken in, to parts of a pixel where the page is drawn larger or smaller.
  const source = `data:image/png;base64,${picture.image} ${picture.frame.ratio}x`;
  const image = `<img id="kept-picture" elementtiming="kept-picture" alt="" aria-hidden="true" decoding="sync" srcset="${source}">`;
  return head
    .replace('</head>', () => `<style nonce="__CSP_NONCE__">${styleOf(picture.frame)}</style>\n</head>`)
    .replace(
      '<body>',
      () =>
        `<body>\n${image}\n<template id="program">${program.join('\n')}</template>\n<script type="module" src="./assets/begin-after-picture.js"></script>\n${ahead.join('\n')}`,
    );
}

function styleOf({ width, height, ratio, dark }: PictureFrame): string {
  const conditions = [
    // A page that is drawn larger or smaller than usual may measure parts of a pixel.
    ...around('width', width, 0.99, 'px'),
    ...around('height', height, 0.99, 'px'),
    ...around('resolution', ratio, 0.01, 'dppx'),
    `(prefers-color-scheme: ${dark ? 'dark' : 'light'})`,
  ];
  return [
    '#kept-picture { display: none; position: fixed; inset: 0 auto auto 0; z-index: 2147483647; pointer-events: none;',
    `animation: kept-picture-ends 0s ${longest}s forwards; }`,
    '@keyframes kept-picture-ends { to { visibility: hidden; } }',
    `@media ${conditions.join(' and ')} { #kept-picture { display: block; } }`,
  ].join('\n');
}

function around(feature: string, value: number, by: number, unit: string): string[] {
  return [`(min-${feature}: ${value - by}${unit})`, `(max-${feature}: ${value + by}${unit})`];
}
