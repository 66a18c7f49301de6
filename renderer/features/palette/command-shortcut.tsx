import { Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconRestore } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { initialKeysOf } from '#shared/shortcuts.ts';
import type { Command } from '../../commands/commands.ts';
import { assignKeys } from '../../lib/keyboard/changed-shortcuts.ts';
import { mac, pressedKeys, refusalOf } from '../../lib/keyboard/pressed-keys.ts';
import { useSettings } from '../../state/settings.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Keys, useKeyNames } from '../../ui/actions/keys.tsx';
import styles from './palette.module.css';

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
export function CommandShortcut({ command, ownerOf, onChanged }: CommandShortcutProps) {
  const { t } = useTranslation();
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
  const { t } = useTranslation();
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
          <Button size="compact-xs" variant="default" onClick={onEnd} {...cancels}>
            {t('common.cancel')}
          </Button>
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
