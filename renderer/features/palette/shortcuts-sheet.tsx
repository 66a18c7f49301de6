import { Button, Modal } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconRestore } from '@tabler/icons-react';
import { type TFunction, t } from 'i18next';
import { type KeyboardEvent, useRef, useState } from 'react';
import { type ChangedShortcuts, type FixedKey, fixedKeys, initialKeysOf } from '#shared/shortcuts.ts';
import { type Command, commandGroups } from '../../commands/commands.ts';
import { findable, isFound, wordsOf } from '../../lib/find-words.ts';
import { helpFor } from '../../lib/help.ts';
import { keyWords } from '../../lib/keyboard/key-names.ts';
import { assignKeys, mac, pressedKeys, refusalOf } from '../../lib/keyboard/pressed-keys.ts';
import { useDialog } from '../../state/dialogs.ts';
import { useSettings } from '../../state/settings.ts';
import { IconButton, Keys, SmallButton, useKeyNames } from '../../ui/actions/icon-button.tsx';
import { SearchField } from '../../ui/actions/search-field.tsx';
import fixedShortcuts from './fixed-shortcuts.json' with { type: 'json' };
import styles from './palette.module.css';

export function ShortcutsSheet({ commands }: { commands: readonly Command[] }) {
  const { dialog, layer } = useDialog('program');
  const opened = dialog?.kind === 'shortcuts';
  return (
    <Modal {...helpFor('settings')} opened={opened} {...layer} title={t('palette.shortcuts')} size={600}>
      <Shortcuts commands={commands} />
    </Modal>
  );
}

/** Keys that cannot be changed, by where they work. */
function fixedGroups(t: TFunction) {
  const textOf = (name: string) => t(name as 'palette.groupCells');
  return fixedShortcuts.map(({ title, lines }) => ({
    title: textOf(title),
    shortcuts: lines.map(([text = '', name]) => ({ title: textOf(text), keys: fixedKeys[name as FixedKey] })),
  }));
}

/** What was changed on the sheet last: the line with the focus, and what is announced. */
interface Changed {
  readonly command: string;
  readonly text: string;
}

/** The lines that a search finds, by group: commands, then keys that cannot be changed. */
function useFoundLines(
  commands: readonly Command[],
  search: string,
  changed: Changed,
  onChanged: (now: Changed) => void,
) {
  const namesOf = useKeyNames();
  const words = wordsOf(search);
  const isListed = (title: string, keys?: string) => {
    const names = keys === undefined ? [] : namesOf(keys);
    return isFound(words, findable(title, names.join('+'), ...names, keys === undefined ? '' : keyWords(keys, mac)));
  };
  // Most commands have no keys: they are listed when they are searched for.
  const isShown = ({ id, title, keys }: Command) => {
    const hasKeys = keys !== undefined || initialKeysOf(id) !== undefined;
    // The line with the focus stays, even if its new keys are not those that are searched for.
    return id === changed.command || (isListed(title, keys) && (hasKeys || words.length > 0));
  };
  const titles = {
    general: t('palette.groupGeneral'),
    tabs: t('palette.groupTabs'),
    views: t('palette.groupViews'),
    rows: t('palette.groupRows'),
  };
  const allFixed = fixedGroups(t);
  const ownerOf = (keys: string) => {
    const fixed = allFixed.flatMap(({ shortcuts }) => shortcuts).find((one) => one.keys === keys);
    const title = fixed?.title ?? commands.find((command) => command.keys === keys)?.title;
    return { isFixed: fixed !== undefined, title };
  };
  const own = commandGroups.map((group) => ({
    title: titles[group],
    lines: commands
      .filter((command) => command.group === group && isShown(command))
      .map((command) => (
        <CommandShortcut
          key={command.id}
          command={command}
          ownerOf={ownerOf}
          onChanged={(text) => onChanged({ command: command.id, text })}
        />
      )),
  }));
  const fixed = allFixed.map(({ title, shortcuts }) => ({
    title,
    lines: shortcuts
      .filter((one) => isListed(one.title, one.keys))
      .map((one) => <FixedLine key={one.title} {...one} />),
  }));
  return [...own, ...fixed].filter(({ lines }) => lines.length > 0);
}

function FixedLine({ title, keys }: { title: string; keys: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <Keys keys={keys} />
      </dd>
    </div>
  );
}

function Shortcuts({ commands }: { commands: readonly Command[] }) {
  const [search, setSearch] = useState('');
  const [changed, setChanged] = useState<Changed>({ command: '', text: '' });
  const groups = useFoundLines(commands, search, changed, setChanged);
  return (
    <>
      <div className={styles.search}>
        <SearchField
          label={t('palette.findShortcut')}
          text={search}
          data-autofocus
          onText={(text) => {
            setSearch(text);
            setChanged({ command: '', text: '' });
          }}
        />
        <ResetAll />
      </div>
      <p className="visually-hidden" role="status">
        {groups.length === 0 ? t('palette.nothing') : changed.text}
      </p>
      {groups.length === 0 && <p className="quiet">{t('palette.nothing')}</p>}
      {groups.map(({ title, lines }) => (
        <section key={title} className={styles.group}>
          <h3>{title}</h3>
          <dl className={styles.list}>{lines}</dl>
        </section>
      ))}
    </>
  );
}

/** Gives all commands their initial keys, which can be undone while the sheet is open. */
function ResetAll() {
  const changed = useSettings((settings) => settings.shortcuts);
  const [before, setBefore] = useState<ChangedShortcuts | null>(null);
  const isInitial = Object.keys(changed).length === 0;
  const isUndo = isInitial && before !== null;
  const onClick = () => {
    setBefore(changed);
    useSettings.setState({ shortcuts: isUndo ? before : {} });
  };
  return (
    <Button variant="default" disabled={isInitial && !isUndo} onClick={onClick}>
      {isUndo ? t('common.undo') : t('palette.resetAll')}
    </Button>
  );
}

interface CommandShortcutProps {
  readonly command: Command;
  /** The title of what has certain keys, and whether it keeps them. */
  readonly ownerOf: (keys: string) => { readonly isFixed: boolean; readonly title: string | undefined };
  /** Called with a description of the new keys. */
  readonly onChanged: (text: string) => void;
}

/** What happens with the keys of a command. */
type Edit =
  | { readonly kind: 'none' }
  /** Waits for keys; `problem` says why the last ones were refused. */
  | { readonly kind: 'pressing'; readonly problem: string }
  /** Another command has the keys. */
  | { readonly kind: 'taken'; readonly keys: string; readonly problem: string };

const none: Edit = { kind: 'none' };

/** The sheet is not closed by Escape while it cancels this. */
const ownsEscape = { 'data-mantine-stop-propagation': true } as const;

const focusNow = (element: HTMLElement | null) => element?.focus();

/** A line with the keys of a command, which are changed by pressing others. */
function CommandShortcut({ command, ownerOf, onChanged }: CommandShortcutProps) {
  const namesOf = useKeyNames();
  const change = useRef<HTMLButtonElement>(null);
  const [edit, setEdit] = useState<Edit>(none);
  const { id, title, keys } = command;
  const initial = initialKeysOf(id);
  const nameOf = (given: string) => namesOf(given).join('+');
  const end = () => {
    setEdit(none);
    change.current?.focus();
  };
  const assign = (chosen: string | undefined) => {
    useSettings.setState(({ shortcuts }) => ({ shortcuts: assignKeys(shortcuts, id, chosen) }));
    onChanged(`${title}: ${chosen === undefined ? t('common.none') : nameOf(chosen)}`);
    end();
  };
  const onKeys = (pressed: string) => {
    const { isFixed, title: owner } = ownerOf(pressed);
    const refusal = isFixed ? 'fixed' : refusalOf(pressed, mac);
    const words = { keys: nameOf(pressed), command: owner, ctrl: nameOf('mod'), alt: nameOf('alt') };
    if (refusal !== null) setEdit({ kind: 'pressing', problem: t(`palette.${refusal}Refused`, words) });
    else if (owner === undefined || pressed === keys) assign(pressed);
    else setEdit({ kind: 'taken', keys: pressed, problem: t('palette.taken', words) });
  };
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {keys === undefined ? <span className="quiet">{t('common.none')}</span> : <Keys keys={keys} />}
        <Button
          ref={change}
          size="compact-xs"
          variant={edit.kind === 'none' ? 'subtle' : 'light'}
          aria-label={t('palette.changeOf', { command: title })}
          onClick={() => setEdit({ kind: 'pressing', problem: '' })}
          onBlur={() => setEdit((now) => (now.kind === 'pressing' ? none : now))}
          {...(edit.kind === 'none' ? {} : ownsEscape)}
        >
          {t('palette.change')}
        </Button>
        {keys !== initial && (
          <IconButton
            size="xs"
            label={t('palette.resetOf', { command: title })}
            onClick={() => assign(initial)}
            icon={IconRestore}
          />
        )}
      </dd>
      <EditLine edit={edit} onKeys={onKeys} onAssign={assign} onEnd={end} />
    </div>
  );
}

interface EditLineProps {
  readonly edit: Edit;
  readonly onKeys: (keys: string) => void;
  readonly onAssign: (keys: string) => void;
  readonly onEnd: () => void;
}

function EditLine({ edit, onKeys, onAssign, onEnd }: EditLineProps) {
  const cancels = { ...ownsEscape, onKeyDown: ({ key }: KeyboardEvent) => key === 'Escape' && onEnd() };
  return (
    <>
      {edit.kind === 'pressing' && (
        <dd className={styles.edit}>
          <KeyRecorder onKeys={onKeys} onCancel={onEnd} />
          <span role="alert">
            {edit.problem} {t('palette.pressKeys')}
          </span>
        </dd>
      )}
      {edit.kind === 'taken' && (
        <dd className={styles.edit}>
          <span role="alert">{edit.problem}</span>
          <Button ref={focusNow} size="compact-xs" onClick={() => onAssign(edit.keys)} {...cancels}>
            {t('palette.reassign')}
          </Button>
          <SmallButton text={t('common.cancel')} onClick={onEnd} {...cancels} />
        </dd>
      )}
    </>
  );
}

/** Receives all keys before anything else handles them. */
function KeyRecorder({ onKeys, onCancel }: { onKeys: (keys: string) => void; onCancel: () => void }) {
  useWindowEvent(
    'keydown',
    (event) => {
      event.preventDefault();
      event.stopPropagation();
      if (event.repeat || event.isComposing) return;
      const keys = pressedKeys(event, mac);
      if (event.key === 'Escape') onCancel();
      else if (keys !== null) onKeys(keys);
    },
    { capture: true },
  );
  return null;
}
