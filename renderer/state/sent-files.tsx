import { Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { t } from 'i18next';
import { failure } from '#shared/failures.ts';
import { BackendFailure } from '#shared/rpc/backend-failure.ts';
import type { FileKind } from '#shared/rpc/shell/shell.ts';
import { can, shell } from '../backend/shell.ts';
import { SmallButton } from '../ui/actions/icon-button.tsx';
import { ProgressLine } from '../ui/states/progress-line.tsx';

/** A file that is sent sooner is not worth a notification, in milliseconds. */
const quickMs = 300;

/**
 * Asks the user for files to publish.
 * @returns their paths for calls to the backend; empty if cancelled
 */
export async function chooseFiles(title: string, kinds: FileKind[]): Promise<string[]> {
  if (can('files')) return shell.call('chooseFiles', { title, multiple: true, kinds });
  return pathsOfFiles(await chosenInPage(kinds));
}

/** The chosen files of this computer, without their paths. */
function chosenInPage(kinds: readonly FileKind[]): Promise<File[]> {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  const endings = kinds.flatMap(({ extensions }) => extensions).filter((ending) => ending !== '*');
  input.accept = endings.map((ending) => `.${ending}`).join(',');
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}

/**
 * The paths, for calls to the backend, of files that were dropped or chosen. What has none is left out: a folder in a
 * browser, and a file that the user stopped sending.
 * @throws {BackendFailure} if the service does not take one of them
 */
export async function pathsOfFiles(files: readonly File[]): Promise<string[]> {
  const paths: string[] = [];
  for (const file of files) paths.push(await pathOfFile(file));
  return paths.filter((path) => path !== '');
}

/** As {@link pathsOfFiles}, for one file; its path is empty if it has none. */
export async function pathOfFile(file: File): Promise<string> {
  const id = `send-${file.name}-${file.lastModified}`;
  let cancel = () => {};
  const cancelled = new Promise<void>((resolve) => {
    cancel = resolve;
  });
  const began = performance.now();
  let isShown = false;
  const onProgress = (fraction: number) => {
    if (performance.now() - began < quickMs) return;
    const message = (
      <Stack gap="sm" align="stretch">
        <ProgressLine label={t('publish.sending', { name: file.name })} fraction={fraction} words="" />
        <SmallButton text={t('common.cancel')} onClick={cancel} />
      </Stack>
    );
    const shown = { id, title: t('publish.sending', { name: file.name }), message, autoClose: false as const };
    if (isShown) notifications.update(shown);
    else notifications.show({ ...shown, withCloseButton: false });
    isShown = true;
  };
  const answer = await shell.takeFile(file, onProgress, cancelled).finally(() => notifications.hide(id));
  if (answer.kind === 'refused') throw new BackendFailure(failure('bad-input', answer.reason, { where: file.name }));
  return String(answer.result);
}
