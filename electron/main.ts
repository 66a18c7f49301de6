import { app, dialog } from 'electron';
import { closePlaces, type Places, ProfileNameError, placesFor } from './lib/app-paths.ts';
import { startShell } from './shell/start-shell.ts';

const switchValue = (name: string) => app.commandLine.getSwitchValue(name) || undefined;

function requestedPlaces(): Places | null {
  try {
    return placesFor({ data: switchValue('data'), profile: switchValue('profile') });
  } catch (error) {
    if (!(error instanceof ProfileNameError)) throw error;
    dialog.showErrorBox('Almanac', error.message);
    return null;
  }
}

const places = requestedPlaces();
if (places === null) app.exit(2);
else {
  closePlaces(places);
  startShell(places);
}
