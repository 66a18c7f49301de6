/** Name of the IPC channel that carries all calls. */
export const shellChannel = 'almanac:shell';

/** IPC channel of the events. */
export const shellEventChannel = 'almanac:shell-event';

/** IPC channel by which a page asks main for a port to the backend, and by which main hands one over. */
export const backendPortChannel = 'almanac:backend-port';

/** `type` of the window message that brings the page its port to the backend. A new one comes after the backend restarts. */
export const backendPortMessage = 'almanac:backend-port';
