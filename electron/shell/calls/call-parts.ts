import type { SettingsFile } from '../app/settings.ts';
import type { Notices } from '../backend-process/notices.ts';
import type { DiagnosticsParts } from '../diagnostics/diagnostics.ts';
import type { GivenTargets } from '../files/allowed-targets.ts';
import type { ShellWords } from '../menu/en.ts';
import type { OpenRequests } from '../opening/open-requests.ts';
import type { Windows } from '../windows/windows.ts';

/** What the calls work with. */
export interface CallParts {
  readonly settings: SettingsFile;
  /** In the language that the person has chosen. */
  readonly words: () => ShellWords;
  readonly windows: Windows;
  readonly restartBackend: () => Promise<void>;
  /** Starts the backend again, which repairs the store first. */
  readonly repairStore: () => Promise<void>;
  /** Has the backend keep to the size of the cache in the settings. */
  readonly limitCache: () => void;
  readonly targets: GivenTargets;
  readonly requests: OpenRequests;
  readonly notices: Notices;
  readonly diagnostics: DiagnosticsParts;
}
