/** Name of the IPC channel that carries all calls. */
export const shellChannel = 'almanac:shell';

export const shellEventChannel = 'almanac:shell-event';

/** IPC channel for a page's request for a port to the backend, and for the port itself. */
export const backendPortChannel = 'almanac:backend-port';

/** `type` of the window message that transfers a port to the backend. A new one follows when the backend restarts. */
export const backendPortMessage = 'almanac:backend-port';
