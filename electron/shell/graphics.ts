import { app } from 'electron';
import { looksForGraphics, rememberGraphics } from './graphics-memory.ts';
import type { SettingsFile } from './settings.ts';

/** Milliseconds of a start after which it is known by what windows are drawn. */
const settled = 5_000;

/**
 * Draws by the processor alone where there is nothing else to draw by, as in many a virtual desktop. Chromium finds that
 * out anew at every start: it begins a process for the graphics processor, which fails, and then another one, and no
 * window draws anything before that. To be called before the application is ready.
 * @see https://www.electronjs.org/docs/latest/api/app#appdisablehardwareacceleration
 */
export function chooseGraphics(settings: SettingsFile): void {
  if (app.commandLine.hasSwitch('disable-gpu')) return;
  if (looksForGraphics(settings.read().graphics, new Date())) void app.whenReady().then(() => look(settings));
  else app.disableHardwareAcceleration();
}

function look(settings: SettingsFile): void {
  setTimeout(() => {
    const before = settings.read().graphics;
    const found = app.getGPUFeatureStatus().gpu_compositing !== 'disabled_software';
    if (!found || before.missed > 0) settings.change({ graphics: rememberGraphics(before, found, new Date()) });
  }, settled);
}
