import { expect, test } from 'vitest';
import { pageWithPicture } from './picture-page.ts';

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Almanac</title>
    <meta property="csp-nonce" nonce="__CSP_NONCE__">
    <script type="module" crossorigin src="./assets/index-1.js" nonce="__CSP_NONCE__"></script>
    <link rel="modulepreload" crossorigin href="./assets/cell-2.js" nonce="__CSP_NONCE__">
    <link rel="stylesheet" crossorigin href="./assets/index-3.css" nonce="__CSP_NONCE__">
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>
`;
const picture = {
  mark: '1',
  frame: { width: 1280, height: 793, ratio: 1.5, dark: true, rows: false },
  image: 'iVBORw0KGgo=',
};

test('the picture comes first, and the program waits in a template for what follows it', () => {
  const made = pageWithPicture(page, picture);
  const template = /<template id="program">([\s\S]*)<\/template>/.exec(made)?.[1];
  expect(template?.split('\n')).toEqual([
    '<script type="module" crossorigin src="./assets/index-1.js" nonce="__CSP_NONCE__"></script>',
    '<link rel="stylesheet" crossorigin href="./assets/index-3.css" nonce="__CSP_NONCE__">',
  ]);
  const outside = made.replace(template ?? '', '');
  expect([...outside.matchAll(/<(script|link|style|img|div|meta)\b/g)].map(([, name]) => name)).toEqual([
    'meta',
    'meta',
    'link',
    'style',
    'img',
    'script',
    'link',
    'link',
    'div',
  ]);
  expect(outside).toContain('srcset="data:image/png;base64,iVBORw0KGgo= 1.5x"');
  expect([...outside.matchAll(/<link ([^>]*) href="([^"]*)"/g)].map(([, how, file]) => [how, file])).toEqual([
    ['rel="modulepreload" crossorigin', './assets/cell-2.js'],
    ['rel="modulepreload" crossorigin', './assets/index-1.js'],
    ['rel="preload" as="style" crossorigin', './assets/index-3.css'],
  ]);
  expect(outside).toContain('<script type="module" src="./assets/begin-after-picture.js"></script>');
});

test('it stands there in its own size, sharpness and colours only, and for nobody but the eye', () => {
  const made = pageWithPicture(page, picture);
  expect(made).toContain('<style nonce="__CSP_NONCE__">');
  expect(made).toMatch(/<img id="kept-picture"[^>]* alt="" aria-hidden="true"/);
  expect(made).toContain('pointer-events: none');
  expect(/@media (.*) \{ #kept-picture/.exec(made)?.[1]).toBe(
    '(min-width: 1279.01px) and (max-width: 1280.99px) and (min-height: 792.01px) and (max-height: 793.99px) and (min-resolution: 1.49dppx) and (max-resolution: 1.51dppx) and (prefers-color-scheme: dark)',
  );
});
