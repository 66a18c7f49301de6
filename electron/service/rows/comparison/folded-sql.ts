import { foldedCharacter } from '#shared/text/folded-text.ts';
import { quoteLiteral } from '#shared/text/quoting.ts';

/**
 * A text as `foldedText` folds it, for comparison with a folded term. Nearly all texts only need small letters: those
 * with combining marks and other characters that normalisation changes are normalised, and characters that are folded
 * in another way are replaced, if what they become has a letter of the term at all.
 */
export function foldedSql(text: string, term: string): string {
  const { normalised, folded } = unusual();
  const letters = new Set(term.normalize('NFD'));
  const replaced = folded.filter(([, to]) => [...to.normalize('NFD')].some((letter) => letters.has(letter)));
  const replace = (from: string) =>
    replaced.reduce((sql, [one, to]) => `replace(${sql}, ${quoteLiteral(one)}, ${quoteLiteral(to)})`, from);
  const has = (characters: string) => `regexp_matches(${text}, ${quoteLiteral(`[${characters}]`)})`;
  // Looking for a few characters takes as long as replacing them.
  const replacing =
    replaced.length <= maxReplaced
      ? `ELSE lower(${replace(text)})`
      : `WHEN ${has(replaced.map(([one]) => one).join(''))} THEN lower(${replace(text)}) ELSE lower(${text})`;
  return `CASE WHEN strlen(${text}) = length(${text}) THEN lower(${text})
    WHEN ${has(normalised)} THEN nfc_normalize(lower(${replace(`nfc_normalize(${text})`)}))
    ${replacing} END`;
}

const maxReplaced = 3;

interface Unusual {
  /** Characters in whose presence a text may not be normalised, within the brackets of a pattern. */
  readonly normalised: string;
  /** Characters whose folding is not the engine's small letter, with their folding. */
  readonly folded: readonly (readonly [one: string, to: string])[];
}

/** Characters beyond the Basic Multilingual Plane that normalisation changes: music, compatibility ideographs. */
const beyond = '\u{1d15e}-\u{1d164}\u{1d1bb}-\u{1d1c0}\u{2f800}-\u{2fa1d}';
/** Vowels and finals of Hangul, which are joined with what is before them. */
const hangul = '\u1161-\u1175\u11a8-\u11c2';

/** Capital letters of which the engine knows no small one, or only a part of it. */
const unlike: ReadonlySet<string> = new Set('İ\u1c89\ua7cb\ua7cc\ua7ce\ua7d2\ua7d4\ua7da\ua7dc');

let known: Unusual | null = null;

/** Returns the unusual characters: each character is tried once, when texts are first compared. */
function unusual(): Unusual {
  if (known !== null) return known;
  const folded: [string, string][] = [];
  let normalised = `\\pM${beyond}${hangul}`;
  for (let code = 0x80; code <= 0xffff; code += 1) {
    if (code === 0xd800) code = 0xe000;
    const character = String.fromCharCode(code);
    if (character.normalize('NFC') !== character) normalised += character;
    const to = foldedCharacter(character).normalize('NFC');
    if (to !== character.toLowerCase() || unlike.has(character)) folded.push([character, to]);
  }
  known = { normalised, folded };
  return known;
}
