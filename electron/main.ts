import { app } from 'electron';
import { placesFor } from './places.ts';
import { startShell } from './shell/start-shell.ts';

startShell(placesFor(app.commandLine.getSwitchValue('data') || undefined));
