import './palette.css';
import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Command, commandGroups } from '../../commands/commands.ts';
import { closeDialog, useDialog } from '../../dialogs/dialogs.ts';
import { placeKeys } from '../../lib/query/path-keys.ts';
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
    { title: t('rows.first'), keys: placeKeys.firstRow },
    { title: t('rows.last'), keys: placeKeys.lastRow },
    { title: t('palette.extendSelection'), keys: placeKeys.extendSelection },
    { title: t('palette.selectAll'), keys: placeKeys.selectAll },
    { title: t('palette.copyCells'), keys: placeKeys.copyCells },
    { title: t('palette.toggleDetails'), keys: placeKeys.toggleDetails },
    { title: t('palette.sortMore'), keys: placeKeys.sortMore },
    { title: t('hands.undoView'), keys: placeKeys.undoView },
    { title: t('hands.redoView'), keys: placeKeys.redoView },
    { title: t('hands.nextHit'), keys: placeKeys.nextHit },
    { title: t('hands.previousHit'), keys: placeKeys.previousHit },
  ];
  const strip: readonly Shortcut[] = [
    { title: t('palette.neighbourTab'), keys: placeKeys.showTab },
    { title: t('palette.moveTab'), keys: placeKeys.moveTab },
    { title: t('palette.closeTab'), keys: placeKeys.closeTab },
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
