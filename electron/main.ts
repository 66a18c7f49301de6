import { app, dialog } from 'electron';
import { closePlaces, type Places, ProfileNameError, placesFor } from './places.ts';
import { startShell } from './shell/start-shell.ts';

const wished = (name: string) => app.commandLine.getSwitchValue(name) || undefined;

function wishedPlaces(): Places | null {
  try {
    return placesFor({ data: wished('data'), profile: wished('profile') });
  } catch (error) {
    if (!(error instanceof ProfileNameError)) throw error;
    dialog.showErrorBox('Almanac', error.message);
    return null;
  }
}

const places = wishedPlaces();
if (places === null) app.exit(2);
else {
  closePlaces(places);
  startShell(places);
}
