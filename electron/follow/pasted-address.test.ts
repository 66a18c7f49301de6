import { describe, expect, it } from 'vitest';
import { sourceAddressOf } from './look.ts';
import { shownAddress } from './shown-address.ts';

describe('What a user pastes as an address', () => {
  it.each([
    ['https://data.example/d.csv', 'https://data.example/d.csv'],
    [' <https://data.example/d.csv#rows> ', 'https://data.example/d.csv'],
    ['data.example/d.csv', 'https://data.example/d.csv'],
    ['data.example:8080/d.csv', 'https://data.example:8080/d.csv'],
    ['localhost:8000/d.csv', 'http://localhost:8000/d.csv'],
    ['127.0.0.1:8000', 'http://127.0.0.1:8000/'],
    ['https://localhost:8000/', 'https://localhost:8000/'],
    ['https://anna:secret@data.example/', 'https://data.example/'],
    ['HTTP://Data.Example/ä', 'http://data.example/%C3%A4'],
  ])('%s is %s', (pasted, address) => {
    expect(sourceAddressOf(pasted).href).toBe(address);
  });

  it.each(['', 'ftp://data.example/', 'file:///etc/passwd', 'javascript:alert(1)', 'https://', 'mailto:a@b.c'])(
    '%j is refused',
    (pasted) => {
      expect(() => sourceAddressOf(pasted)).toThrow();
    },
  );
});

it.each([
  ['https://x.example/d.csv', 'https://x.example/d.csv'],
  ['https://x.example/d?format=csv&page=2', 'https://x.example/d?format=csv&page=2'],
  ['https://x.example/d?api_key=hush&format=csv', 'https://x.example/d?api_key=&format=csv'],
  ['https://x.example/d?X-Amz-Signature=hush&X-Amz-Date=1', 'https://x.example/d?X-Amz-Signature=&X-Amz-Date=1'],
  ['https://x.example/d?$$app_token=hush', 'https://x.example/d?%24%24app_token='],
])('%s is stated as %s', (address, shown) => {
  expect(shownAddress(address)).toBe(shown);
});
