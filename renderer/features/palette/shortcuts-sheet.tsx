import './palette.css';
import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Command, commandGroups } from '../../commands/commands.ts';
import { closeDialog, useDialog } from '../../dialogs/dialogs.ts';
import { localKeys } from '../../lib/keyboard/local-keys.ts';
import { Keys } from '../../ui/actions/keys.tsx';

interface Shortcut {
  readonly title: string;
  readonly keys: string;
}

/** All shortcuts on one sheet, grouped by where they work. */
export function ShortcutsSheet({ commands }: { commands: readonly Command[] }) {
  const { t } = useTranslation();
  const opened = useDialog((store) => store.dialog?.kind === 'shortcuts');
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
  return (
    <Modal
      opened={opened}
      onClose={closeDialog}
      title={t('palette.shortcuts')}
      size={520}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {commandGroups.map((group) => (
        <Group
          key={group}
          title={titles[group]}
          shortcuts={commands.flatMap(({ group: own, title, keys }) =>
            own === group && keys !== undefined ? [{ title, keys }] : [],
          )}
        />
      ))}
      <Group title={t('palette.groupCells')} shortcuts={cells} />
      <Group title={t('palette.groupStrip')} shortcuts={strip} />
    </Modal>
  );
}

function Group({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
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
