/** Letters beyond ASCII of a language, the most frequent first, in lower case. */
const alphabets: readonly string[] = [
  'éèàêçôîâûùœïëüæÿ', // French
  'üäößé', // German
  'óáíéñúü¿¡ºª', // Spanish
  'ãçáéíóêõâúàôº', // Portuguese
  'èàòùìéî', // Italian
  'äöåé', // Swedish and Finnish
  'åøæéòôó', // Danish and Norwegian
  'íáðóéþöæúý', // Icelandic
  'ëéïèöüê', // Dutch
  'àòéèíóçúïü·', // Catalan
  'łąęóżśćźń', // Polish
  'íáéěřůčýšžúťďňó', // Czech
  'áíéčšžýúľťôňäďóŕĺ', // Slovak
  'áéöóőíüúű', // Hungarian
  'ăîâșțşţ', // Romanian
  'čšžćđ', // Croatian and Slovenian
  'ëç', // Albanian
  'ıüşçğöiâî', // Turkish
  'ėšąčžįųęū', // Lithuanian
  'āīšēņžļčūķģ', // Latvian
  'äõüöšž', // Estonian
  'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё', // Russian
  'оаинвітерслкудмпязьбгчйхцїжєшющфґ', // Ukrainian
  'аеионтрсвлкдпмзгъубячщцжшйюфхь', // Bulgarian
  'аеиоунтсрвјкдлмпзгбћшчцњжљхђфџ', // Serbian
  'αοιετσνηυρπκμλωόίδάέήςύγθβφχώξζψϊϋ', // Greek
  'יוהלאתרבמשנדעחקפכםגטצזסןךץףײ', // Hebrew
  'اليمنورتبةدعفهسكقحجشطصخأضزذثغإءىظئؤآپچگک', // Arabic and Persian
  'านรกอเงมยลวดทสตะปบคหแจพชขใไโผถฟ', // Thai
];
const ranks = alphabets.map(
  (letters) => new Map([...letters].map((letter, at, all) => [letter, 1 - (0.7 * at) / Math.max(all.length, 12)])),
);
/** Characters that occur in texts of any language. */
const punctuation = new Map([...'–—‘’“”„«»…€°§²³µ·×½©®™£\u00a0№'].map((sign) => [sign, 0.6]));
const facts = new Map<string, CharacterFacts>();

interface CharacterFacts {
  readonly lower: string;
  readonly isLatin: boolean;
  readonly isLetter: boolean;
  readonly isLower: boolean;
}

function factsOf(character: string): CharacterFacts {
  const known = facts.get(character);
  if (known !== undefined) return known;
  const found = {
    // The dotted İ of Turkish becomes two characters otherwise.
    lower: character === 'İ' ? 'i' : character.toLowerCase(),
    isLatin: latin.test(character),
    isLetter: /\p{L}/u.test(character),
    isLower: /\p{Ll}/u.test(character),
  };
  facts.set(character, found);
  return found;
}

const latin = /[\u00c0-\u024f]/;
const ascii = /[A-Za-z]/;

/**
 * How plausible a text is in some language, by its characters beyond ASCII.
 * @returns up to 1; 0 or less for text that is not a language
 */
export function singleByteScore(text: string): number {
  const counts = new Map<string, number>();
  let total = 0;
  let odd = 0;
  let run = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character < '\x80') {
      run = 0;
      continue;
    }
    total += 1;
    const { lower, isLatin } = factsOf(character);
    run = isLatin ? run + 1 : 0;
    counts.set(lower, (counts.get(lower) ?? 0) + 1);
    if (isOdd(character, text[at - 1] ?? '', text[at + 1] ?? '', run)) odd += 1;
  }
  if (total === 0) return 1;
  const best = Math.max(...ranks.map((letters) => sumOf(counts, letters)));
  return (best - 1.5 * odd) / total;
}

function sumOf(counts: ReadonlyMap<string, number>, letters: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [character, count] of counts) {
    const other = /\p{L}/u.test(character) ? -0.2 : -0.6;
    sum += count * (letters.get(character) ?? punctuation.get(character) ?? other);
  }
  return sum;
}

const digit = /\d/;

/** A letter between digits (a space there in another encoding), a capital within a word, letters of two scripts in one word, many accented letters in a row. */
function isOdd(character: string, before: string, behind: string, run: number): boolean {
  const { lower, isLatin, isLetter } = factsOf(character);
  if (isLetter && digit.test(before) && digit.test(behind)) return true;
  if (character !== lower && factsOf(before).isLower) return true;
  // A capital after another one, but before a lower-case letter: `SĂo`.
  if (character !== lower && factsOf(before).isLetter && factsOf(behind).isLower) return true;
  // No word is a lone Š or Ž: they are © and ® in another encoding.
  if ((character === 'Š' || character === 'Ž') && behind === ' ' && !factsOf(before).isLetter) return true;
  // In Icelandic, the only language with both, no word begins with ð or ends with þ.
  if (lower === 'ð' && !ascii.test(before) && !factsOf(before).isLetter) return true;
  if (lower === 'þ' && !ascii.test(behind) && !factsOf(behind).isLetter && factsOf(before).isLower) return true;
  if (isLatin) return run > 4;
  if (isLetter) return ascii.test(before) || ascii.test(behind);
  // A symbol between two letters: ³ and ¹ for ł and ą.
  return factsOf(before).isLetter && factsOf(behind).isLower && !/['’·\u00a0–—-]/.test(character);
}
