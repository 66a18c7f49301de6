import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import english from '#shared/locales/en.json' with { type: 'json' };

/** The program's text, without tests. */
function programText(): string {
  const files = globSync(['renderer/**/*.{ts,tsx,json}', 'shared/**/*.ts', 'shared/failures/*.json']).filter(
    (file) => !/\.test\./.test(file),
  );
  return files.map((file) => readFileSync(file, 'utf8')).join('\n');
}

/** Makes a pattern of a key with placeholders, such as `tour.${target}Title`. */
function keyPattern(template: string): RegExp {
  const fixed = template.split(/\$\{[^}]*\}/).map((part) => part.replace(/[.-]/g, '\\$&'));
  return new RegExp(`^${fixed.join('(.+)')}$`);
}

test('every text is used', () => {
  // The compiler checks the texts of explanations and of the menu.
  const { explanations: _, menu: __, ...groups } = english;
  const keys = Object.entries(groups).flatMap(([group, members]) =>
    Object.keys(members).map((name) => `${group}.${name}`),
  );
  const program = programText();
  const written = new Set(program.match(/(?<=['"`])\w+\.[\w-]+(?=['"`])/g));
  const words = new Set(program.match(/[\w-]+/g));
  const patterns = (program.match(/(?<=`)\w+\.[^`\s]*\$\{[^`\n]*(?=`)/g) ?? []).map(keyPattern);
  // What stands for a placeholder is a word of the program itself.
  const isMade = (key: string) =>
    patterns.some((pattern) =>
      pattern
        .exec(key)
        ?.slice(1)
        .every((word) => words.has(word)),
    );
  expect(keys.filter((key) => !written.has(key) && !isMade(key))).toEqual([]);
});
