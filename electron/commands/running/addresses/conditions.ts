import { UsageFailure } from '../run.ts';

/** The lookups that comparison signs stand for elsewhere. */
const lookupOf: Readonly<Record<string, string>> = {
  '>': '__gt',
  '>=': '__gte',
  '<': '__lt',
  '<=': '__lte',
  '!=': '__ne',
  '<>': '__ne',
  '==': '',
};

/**
 * Parses `NAME=VALUE` of a repeatable option.
 * @throws {UsageFailure} for anything else, with the form that was meant if it is a comparison
 */
export function readCondition(option: string, text: string): readonly [name: string, value: string] {
  const [, name = '', sign = '', value = ''] = /^([^=<>!]*)(>=|<=|!=|<>|==|[=<>])(.*)$/s.exec(text) ?? [];
  if (name.trim() !== '' && sign === '=') return [name, value];
  const lookup = lookupOf[sign];
  const compares = option !== '--aggregate';
  if (name.trim() !== '' && lookup !== undefined && compares) {
    const meant = `${name.trim()}${lookup}=${value.trim()}`;
    throw new UsageFailure(`${option} takes NAME__LOOKUP=VALUE. Instead of "${text}" write "${meant}".`);
  }
  const quoting =
    sign === '' && compares ? ' If it has a < or >, quote it: the shell reads and writes files with these.' : '';
  throw new UsageFailure(`${option} takes NAME=VALUE, which "${text}" is not.${quoting}`);
}
