import i18next from 'i18next';
import { startJob } from '../../backend/jobs.ts';
import { reportFailure } from '../../backend/report-failure.ts';
import { chooseFile } from '../../backend/window/files.ts';

/** Asks for an exported file and verifies it against its descriptor. */
export async function checkFile(): Promise<void> {
  try {
    const kinds = [{ name: i18next.t('publish.allFiles'), extensions: ['*'] }];
    const path = await chooseFile(i18next.t('verify.chooseFile'), kinds);
    if (path !== null) await startJob({ kind: 'verify', subject: { kind: 'file', path } });
  } catch (error) {
    reportFailure(error);
  }
}
