/** Encodings in which characters beyond ASCII take two bytes. */
export type EastAsian = 'shift_jis' | 'euc-jp' | 'euc-kr' | 'gb18030' | 'big5';

type Class = 'kana' | 'first' | 'second' | 'sign' | 'half' | 'rare';

/** The weight of characters of a class: the standards' first and second levels are by frequency of use. */
const weights: Readonly<Record<EastAsian, Readonly<Record<Class, number>>>> = {
  shift_jis: { kana: 1, first: 0.85, second: 0.2, sign: 0.6, half: 0, rare: -0.5 },
  'euc-jp': { kana: 1, first: 0.85, second: 0.2, sign: 0.6, half: 0, rare: -0.5 },
  'euc-kr': { kana: 0.1, first: 0.95, second: 0.1, sign: 0.5, half: 0, rare: 0 },
  gb18030: { kana: 0.1, first: 0.8, second: 0.25, sign: 0.5, half: 0, rare: -0.3 },
  big5: { kana: 0.1, first: 0.82, second: 0.2, sign: 0.5, half: 0, rare: -0.3 },
};

/** Characters found in nearly every table of their country. */
const frequent: Readonly<Record<EastAsian, ReadonlySet<string>>> = {
  shift_jis: new Set('日本国人年月大会社市町村区都道府県東京山川田中高島野木上下小長北南西数口合計名所分三新地方平均'),
  'euc-jp': new Set('日本国人年月大会社市町村区都道府県東京山川田中高島野木上下小長北南西数口合計名所分三新地方平均'),
  'euc-kr': new Set('이다의는에을가고도서시지한인사구기대정부로수원경남북전제주울산광역특별합계'),
  gb18030: new Set(
    '的一是在不了有和人这中大为上个国我以要他时来用们生到地出就分会年区市省县州京海北南东西江河山广安名数',
  ),
  big5: new Set(
    '的一是在不了有和人這中大為上個國我以要他時來用們生到地出就分會年區市省縣州京海北南東西江河山廣臺灣台高雄名數',
  ),
};

/** The disadvantage of a text in which no two characters are adjacent. */
const loneCharacters = 0.6;

/**
 * How plausible a text is in an encoding.
 * @param text the same bytes, decoded
 * @returns up to about 1; null if nothing is beyond ASCII
 */
export function eastAsianScore(bytes: Uint8Array, text: string, encoding: EastAsian): number | null {
  let sum = 0;
  let characters = 0;
  let kana = 0;
  let end = -1;
  let isRun = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    const [kind, length] = classOf(encoding, lead, bytes[at + 1] ?? 0);
    characters += 1;
    sum += weights[encoding][kind];
    if (kind === 'kana') kana += 1;
    isRun ||= end === at;
    end = at + length;
    at += length - 1;
  }
  if (characters === 0) return null;
  let common = 0;
  for (const character of text) if (frequent[encoding].has(character)) common += 1;
  // A long Japanese text contains kana.
  const without = characters > 500 && kana === 0 && (encoding === 'shift_jis' || encoding === 'euc-jp') ? 0.1 : 0;
  // Words have more than one of them: `°C` is one in another encoding.
  return (sum + 0.15 * common) / characters - without - (isRun ? 0 : loneCharacters);
}

function classOf(encoding: EastAsian, lead: number, trail: number): readonly [Class, number] {
  switch (encoding) {
    case 'shift_jis':
      return shiftJis(lead, trail);
    case 'euc-jp':
      if (lead === 0x8e) return ['half', 2];
      if (lead === 0x8f) return ['rare', 3];
      return [euc(lead, [0xb0, 0xcf], [0xd0, 0xf4]), 2];
    case 'euc-kr':
      if (lead < 0xa1 || trail < 0xa1) return ['rare', 2];
      return [euc(lead, [0xb0, 0xc8], [0xca, 0xfd]), 2];
    case 'gb18030':
      if (trail >= 0x30 && trail <= 0x39) return ['rare', 4];
      if (lead < 0xa1 || trail < 0xa1) return ['rare', 2];
      return [euc(lead, [0xb0, 0xd7], [0xd8, 0xf7]), 2];
    case 'big5':
      if (lead >= 0xa4 && lead <= 0xc6) return ['first', 2];
      if (lead >= 0xc9 && lead <= 0xf9) return ['second', 2];
      return [lead >= 0xa1 && lead <= 0xa3 ? 'sign' : 'rare', 2];
  }
}

function shiftJis(lead: number, trail: number): readonly [Class, number] {
  if (lead >= 0xa1 && lead <= 0xdf) return ['half', 1];
  if (lead === 0x81) return ['sign', 2];
  if ((lead === 0x82 && trail >= 0x9f) || (lead === 0x83 && trail <= 0x96)) return ['kana', 2];
  if (lead === 0x82) return ['sign', 2];
  if (lead >= 0x88 && lead <= 0x98) return ['first', 2];
  return [lead >= 0x99 && lead <= 0xea ? 'second' : 'rare', 2];
}

function euc(lead: number, first: readonly [number, number], second: readonly [number, number]): Class {
  if (lead === 0xa4 || lead === 0xa5) return 'kana';
  if (lead >= first[0] && lead <= first[1]) return 'first';
  if (lead >= second[0] && lead <= second[1]) return 'second';
  return lead < 0xb0 ? 'sign' : 'rare';
}
