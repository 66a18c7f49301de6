import { Modal } from '@mantine/core';
import { t } from 'i18next';
import { useConnection } from '../../backend/records.ts';
import { connectionName } from '../../lib/format/connection-state.ts';
import { useDialog } from '../../state/dialogs.ts';
import { DeriveForm } from './derive-dialog.tsx';
import { ReferenceForm } from './reference-form.tsx';

/** The dialogs that publish the result of a statement, and add tables to join with. */
export function RecipeDialogs() {
  const { dialog, layer } = useDialog('recipes');
  const name = connectionName(t, useConnection(dialog?.connection ?? ''));
  const title = dialog?.kind === 'reference' ? t('reference.title', { name }) : t('recipes.publishTitle');
  return (
    <Modal opened={dialog !== null} {...layer} title={title} size={520}>
      {dialog?.kind === 'derive' && <DeriveForm {...dialog} onClose={layer.onClose} />}
      {dialog?.kind === 'reference' && <ReferenceForm {...dialog} onClose={layer.onClose} />}
    </Modal>
  );
}
