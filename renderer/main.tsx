import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './theme.css';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import { followBackend } from './api/records.ts';
import { App } from './app.tsx';
import { cspNonce } from './lib/csp-nonce.ts';
import { startMessages } from './messages/language.ts';
import { keepSession } from './session-storage.ts';
import { currentLanguage, currentLocale, useSettings } from './settings.ts';

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no element "root".');
setNonce(cspNonce);
followBackend();
keepSession();
await startMessages(currentLanguage(useSettings.getState()), currentLocale());
createRoot(root).render(<App />);
