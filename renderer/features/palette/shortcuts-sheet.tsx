import './palette.css';
import { Modal, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Command, commandGroups } from '../../commands/commands.ts';
import { closeDialog, useDialog } from '../../dialogs/dialogs.ts';
import { findable, isFound, wordsOf } from '../../lib/find-words.ts';
import { localKeys } from '../../lib/keyboard/local-keys.ts';
import { Keys } from '../../ui/actions/keys.tsx';
import { useKeyNames } from '../../ui/actions/use-key-names.ts';

interface Shortcut {
  readonly title: string;
  readonly keys: string;
}

/** All shortcuts on one sheet, grouped by where they work, and found by what they do or by their keys. */
export function ShortcutsSheet({ commands }: { commands: readonly Command[] }) {
  const { t } = useTranslation();
  const opened = useDialog((store) => store.dialog?.kind === 'shortcuts');
  const [search, setSearch] = useState('');
  const namesOf = useKeyNames();
  const words = wordsOf(search);
  const found = (shortcuts: readonly Shortcut[]) =>
    shortcuts.filter(({ title, keys }) => isFound(words, findable(title, namesOf(keys).join('+'), ...namesOf(keys))));
  const titles = {
    general: t('palette.groupGeneral'),
    tabs: t('palette.groupTabs'),
    views: t('palette.groupViews'),
    rows: t('palette.groupRows'),
  };
  const cells: readonly Shortcut[] = [
    { title: t('rows.first'), keys: localKeys.firstRow },
    { title: t('rows.last'), keys: localKeys.lastRow },
    { title: t('palette.extendSelection'), keys: localKeys.extendSelection },
    { title: t('palette.selectAll'), keys: localKeys.selectAll },
    { title: t('palette.copyCells'), keys: localKeys.copyCells },
    { title: t('palette.toggleDetails'), keys: localKeys.toggleDetails },
    { title: t('palette.sortMore'), keys: localKeys.sortMore },
    { title: t('gridActions.undoView'), keys: localKeys.undoView },
    { title: t('gridActions.redoView'), keys: localKeys.redoView },
    { title: t('gridActions.nextHit'), keys: localKeys.nextHit },
    { title: t('gridActions.previousHit'), keys: localKeys.previousHit },
  ];
  const strip: readonly Shortcut[] = [
    { title: t('palette.neighbourTab'), keys: localKeys.showTab },
    { title: t('palette.moveTab'), keys: localKeys.moveTab },
    { title: t('palette.closeTab'), keys: localKeys.closeTab },
  ];
  const dialogs: readonly Shortcut[] = [{ title: t('palette.publishDialog'), keys: localKeys.publish }];
  return (
    <Modal
      opened={opened}
      onClose={() => {
        setSearch('');
        closeDialog();
      }}
      title={t('palette.shortcuts')}
      size={520}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <TextInput
        aria-label={t('palette.findShortcut')}
        placeholder={t('palette.findShortcut')}
        leftSection={<IconSearch size={14} stroke={1.5} aria-hidden />}
        value={search}
        data-autofocus
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {commandGroups.map((group) => (
        <Group
          key={group}
          title={titles[group]}
          shortcuts={found(
            commands.flatMap(({ group: own, title, keys }) =>
              own === group && keys !== undefined ? [{ title, keys }] : [],
            ),
          )}
        />
      ))}
      <Group title={t('palette.groupCells')} shortcuts={found(cells)} />
      <Group title={t('palette.groupStrip')} shortcuts={found(strip)} />
      <Group title={t('palette.groupDialogs')} shortcuts={found(dialogs)} />
    </Modal>
  );
}

function Group({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  if (shortcuts.length === 0) return null;
  return (
    <section className="shortcut-group">
      <h3>{title}</h3>
      <dl className="shortcut-list">
        {shortcuts.map((shortcut) => (
          <div key={shortcut.title}>
            <dt>{shortcut.title}</dt>
            <dd>
              <Keys keys={shortcut.keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
