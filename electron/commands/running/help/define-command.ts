import { Argument, type Command, Option } from 'commander';
import definitions from '../../commands.json' with { type: 'json' };
import { onOrOff, seconds, several, wholeNumber } from '../options.ts';

/** How the value of an option or an argument is described, and read; see Commander. */
interface ValueDefinition {
  readonly text: string;
  readonly choices?: readonly string[];
  readonly default?: string | number;
  readonly conflicts?: string[];
  readonly hidden?: boolean;
  readonly required?: boolean;
  readonly repeatable?: boolean;
  /** The bounds of a whole number. */
  readonly least?: number;
  readonly most?: number;
}
type ValueDefinitions = Readonly<Record<string, string | ValueDefinition>>;

interface CommandDefinition {
  /** The heading in the help of the program. */
  readonly group?: string;
  readonly description: string;
  readonly arguments?: ValueDefinitions;
  readonly options?: ValueDefinitions;
  /** Whether it has the options that select rows. */
  readonly rows?: boolean;
  /** Whether it has the options of a service; or how it describes the one that names it. */
  readonly service?: boolean | string;
  readonly progress?: boolean;
  /** False if it has no result that could be printed as JSON. */
  readonly json?: boolean;
  readonly examples: readonly string[];
}

/** Every command by its name without `almanac`, in the order of the help. */
export const commandDefinitions: Readonly<Record<string, CommandDefinition>> = definitions.commands;
export type CommandName = Exclude<keyof typeof definitions.commands, ''>;

type ReadValue = readonly string[] | ((text: string) => unknown);

/** What a command does. */
export interface CommandAction {
  /** Receives the arguments, the options and the command. */
  run(...given: unknown[]): void | Promise<void>;
  /** Choices and parsers that the definition does not have, by the names of options and arguments. */
  readonly values?: Readonly<Record<string, ReadValue>>;
}

/** Adds a command to the program. @param act null for a group of commands that does nothing itself */
export function addCommand(program: Command, name: CommandName, act: CommandAction | null): void {
  const words = name.split(' ');
  const parent = words.length === 1 ? program : program.commands.find((one) => one.name() === words[0]);
  const { group, description, rows = false, service = false, ...own }: CommandDefinition = definitions.commands[name];
  if (group !== undefined) parent?.commandsGroup(group);
  const command = parent?.command(words.at(-1) ?? '').description(description);
  if (command === undefined || act === null) return;
  const { values = {} } = act;
  for (const [flags, definition] of Object.entries(own.arguments ?? {})) {
    const { text, choices } = asDefinition(definition);
    const argument = new Argument(flags, text);
    setReader(argument, values[argument.name()] ?? choices);
    command.addArgument(argument);
  }
  const options: ValueDefinitions = {
    ...own.options,
    ...(rows && definitions.rows),
    ...(service !== false && definitions.service),
    ...(typeof service === 'string' && { '--service <address>': service }),
  };
  for (const [flags, definition] of Object.entries(options)) {
    command.addOption(optionOf(flags, asDefinition(definition), values));
  }
  command.action((...given) => act.run(...given));
}

function asDefinition(definition: string | ValueDefinition): ValueDefinition {
  return typeof definition === 'string' ? { text: definition } : definition;
}

function optionOf(flags: string, definition: ValueDefinition, values: NonNullable<CommandAction['values']>): Option {
  const option = new Option(flags, definition.text);
  setReader(option, values[option.attributeName()] ?? readerOf(flags, definition));
  if (definition.default !== undefined) option.default(definition.default);
  if (definition.conflicts !== undefined) option.conflicts(definition.conflicts);
  return option.hideHelp(definition.hidden === true).makeOptionMandatory(definition.required === true);
}

function readerOf(flags: string, { choices, repeatable, least, most }: ValueDefinition): ReadValue | undefined {
  if (repeatable === true) return several;
  if (flags.includes('<on|off>')) return onOrOff;
  if (flags.includes('<seconds>')) return seconds;
  return least === undefined ? choices : wholeNumber(least, most);
}

function setReader(part: Option | Argument, read: ReadValue | undefined): void {
  if (typeof read === 'function') part.argParser(read);
  else if (read !== undefined) part.choices(read);
}
