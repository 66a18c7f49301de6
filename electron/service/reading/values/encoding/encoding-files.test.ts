import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { caseCount, seed } from '../../../../lib/testing/tier.ts';
import { encodingSamples } from '../../formats/delimited/findings.ts';
import { detectEncoding } from './detect-encoding.ts';

/** Cells with symbols as tables of any language have them, by the encoding-independent part before and behind. */
const symbols = [
  ...['price (€)', '€ 12', '12 €', '£5', 'cost in £', '-3.5 °C', 'temperature (°C)', '12°', 'area (m²)', '5 m³'],
  ...['§ 12', '§ 13a', 'It’s here', 'She said “no”', '1990–2000', 'yes – no', 'and so on…', '© Office', 'Brand®'],
  ...['New\u00a0York', '12\u00a0000', '5 µg', '± 3', '½ cup', '3 × 4', 'ACME™', 'don’t', '‘quoted’', '«quoted»', '5 ‰'],
];

/** Words beyond ASCII, and sentences of ASCII alone, of each language. */
const languages = {
  en: { few: ['café', 'naïve', 'Zoë', 'façade'], plain: ['London', 'the price of bread', 'not available', 'people'] },
  de: {
    few: ['Köln', 'Straße', 'größer', 'Würzburg', 'Äpfel', 'müde'],
    plain: ['Berlin', 'keine Angabe', 'und', 'Land'],
  },
  fr: { few: ['Évry', 'données', 'où', 'élèves', 'français', 'Nîmes'], plain: ['Paris', 'prix du pain', 'les villes'] },
  es: { few: ['año', 'población', 'Málaga', 'según', 'niños'], plain: ['Madrid', 'precio del pan', 'los datos'] },
  pt: { few: ['São Paulo', 'não', 'população', 'três', 'preço'], plain: ['Lisboa', 'os dados', 'pessoas'] },
  it: { few: ['città', 'perché', 'più', 'così', 'è'], plain: ['Roma', 'prezzo del pane', 'gli altri'] },
  pl: { few: ['Łódź', 'ludność', 'Gdańsk', 'część', 'wzrosła'], plain: ['Warszawa', 'brak danych', 'miasto'] },
  cs: { few: ['Plzeň', 'počet', 'údaje', 'město', 'příjem'], plain: ['Praha', 'okres', 'obce'] },
  tr: { few: ['İstanbul', 'nüfus', 'Şanlıurfa', 'değer', 'için'], plain: ['Ankara', 'veri yok', 'toplam'] },
  ru: { few: ['Москва', 'население', 'нет данных', 'город', 'итого'], plain: ['1', '2', 'n/a'] },
} as const;
type Language = keyof typeof languages;

const western = ['windows-1252', 'iso-8859-1', 'iso-8859-15', 'macintosh', 'cp850'];
const encodings = [
  'utf-8',
  'utf-16le',
  ...western,
  'windows-1250',
  'iso-8859-2',
  'windows-1254',
  'windows-1251',
  'koi8-r',
];

type Kind = 'symbols' | 'few' | 'many' | 'mixed';

const files = fc
  .record({
    encoding: fc.constantFrom(...encodings),
    language: fc.constantFrom(...(Object.keys(languages) as Language[])),
    kind: fc.constantFrom<Kind>('symbols', 'few', 'many', 'mixed'),
  })
  .chain(({ encoding, language, kind }) => {
    const fits = (text: string) => iconv.decode(iconv.encode(text, encoding), encoding) === text;
    const signs = symbols.filter(fits);
    const words = languages[language].few.filter(fits);
    const special = kind === 'symbols' ? signs : kind === 'mixed' ? [...signs, ...words] : words;
    return fc.record({
      encoding: fc.constant(encoding),
      language: fc.constant(language),
      kind: fc.constant(kind),
      special: fc.array(fc.constantFrom(...(special.length === 0 ? ['plain'] : special)), {
        minLength: kind === 'many' ? 20 : 1,
        maxLength: kind === 'many' ? 60 : 4,
      }),
      plain: fc.array(fc.constantFrom(...languages[language].plain), { minLength: 1, maxLength: 12 }),
      inHeader: fc.boolean(),
    });
  })
  .map(({ special, plain, inHeader, ...rest }) => {
    const [head = '', ...others] = special;
    const rows = [...(inHeader ? others : special), ...plain].map((cell, at) => `${cell};${at * 7}`);
    return { ...rest, text: `${inHeader ? head : 'name'};n\n${rows.join('\n')}\n` };
  });

/** What a question about encodings has room for. */
const visible = (sample: readonly string[]) =>
  sample
    .slice(0, 3)
    .map((line) => line.slice(0, 31))
    .join('\n');

/** What becomes of a file: the text itself, a question that offers it, or a wrong text. */
function outcomeOf(text: string, encoding: string): 'right' | 'asked' | 'wrong' {
  const bytes = iconv.encode(text, encoding);
  const { name, unsure, alternatives } = detectEncoding(bytes);
  const decoded = (one: string) => iconv.decode(bytes, one);
  if (decoded(name) === text) return 'right';
  return unsure && alternatives.some((one) => decoded(one) === text) ? 'asked' : 'wrong';
}

const chosen = fc.sample(files, { numRuns: caseCount(200, 6000), seed });

describe('files in twelve encodings and ten languages, with few or many characters beyond ASCII', () => {
  test('are read rightly, or asked about with the right text among the answers', () => {
    for (const { text, encoding } of chosen) {
      expect({ encoding, text, outcome: outcomeOf(text, encoding) }).not.toMatchObject({ outcome: 'wrong' });
    }
  });

  test('of Windows-1252 with symbols alone are read rightly', () => {
    for (const sign of symbols) {
      for (const text of [`${sign};n\na;1\n`, `name;n\n${sign};1\nb;2\n`]) {
        expect({ text, outcome: outcomeOf(text, 'windows-1252') }).toEqual({ text, outcome: 'right' });
      }
    }
  });

  test('have samples that differ from each other where there is a question', () => {
    for (const { text, encoding } of chosen) {
      const bytes = iconv.encode(text, encoding);
      const { name, alternatives, lines = bytes } = detectEncoding(bytes);
      const samples = encodingSamples(
        iconv.decode(lines, name),
        alternatives.map((one) => iconv.decode(lines, one)),
      );
      const shown = samples.others.filter((sample) => sample.length > 0);
      expect(shown.length > 0).toBe(alternatives.length > 0);
      expect(new Set([samples.chosen, ...shown].map(visible)).size).toBe(shown.length + 1);
    }
  });

  test('have samples of what differs, wherever that is, and none that looks like another', () => {
    const lines = ['name', 'a', 'b', 'c', 'd', `${'long '.repeat(100)}é`];
    const text = lines.join('\n');
    const samples = encodingSamples(text, [text.replace('é', 'è'), text.replace('é', 'ê'), text.replace('é', 'è')]);
    const [second, third, fourth] = samples.others.map(visible);
    expect([visible(samples.chosen), second, third, fourth]).toEqual(
      ['é', 'è', 'ê'].map((letter) => `…g long long ${letter}`).concat(''),
    );
  });
});
