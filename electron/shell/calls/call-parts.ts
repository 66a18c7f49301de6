import type { Notices } from '../backend-process/notices.ts';
import type { DiagnosticsParts } from '../diagnostics/diagnostics.ts';
import type { AllowedTargets } from '../files/allowed-targets.ts';
import type { OpenRequests } from '../opening/open-requests.ts';
import type { SettingsFile } from '../settings/settings.ts';
import type { ShellWords } from '../texts.ts';
import type { Windows } from '../windows/windows.ts';

/** Dependencies of the calls. */
export interface CallParts {
  readonly settings: SettingsFile;
  /** The texts in the chosen language. */
  readonly words: () => ShellWords;
  readonly windows: Windows;
  readonly restartBackend: () => Promise<void>;
  /** Restarts the backend, which repairs the store first. */
  readonly repairStore: () => Promise<void>;
  /** Applies the cache size of the settings to the backend. */
  readonly limitCache: () => void;
  /** Applies the settings of followed data to the backend, and to queued notifications. */
  readonly setAutomaticChecks: () => void;
  readonly targets: AllowedTargets;
  readonly requests: OpenRequests;
  readonly notices: Notices;
  readonly diagnostics: DiagnosticsParts;
}
