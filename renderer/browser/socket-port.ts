import { portText, readPortText } from '#shared/rpc/port-text.ts';
import { backendPortMessage } from '#shared/rpc/shell/shell-channels.ts';

/** Delays before connecting again, in milliseconds; the last one is repeated. */
const retryMs = [250, 1000, 2000, 5000, 10_000];

/**
 * Connects the page to the service through a WebSocket, at once and again after each loss. Each connection reaches the
 * window as a new port, like one of a restarted backend.
 * @param onLost called when a connection was lost, or the first one could not be made
 * @returns a function to call once the window listens for ports
 */
export function connectThroughSocket(address: URL, onLost: () => void): () => void {
  let attempts = 0;
  let isListening = false;
  let offer = () => {};

  function connect(): void {
    const socket = new WebSocket(address);
    let port: MessagePort | null = null;
    offer = () => {
      if (isListening && socket.readyState === WebSocket.OPEN) port ??= offerPort(socket);
    };
    socket.addEventListener('open', () => {
      attempts = 0;
      offer();
    });
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => port?.postMessage(readPortText(data)));
    socket.addEventListener('close', () => {
      if (port !== null || attempts === 0) onLost();
      const delay = retryMs[Math.min(attempts, retryMs.length - 1)];
      attempts += 1;
      const timer = setTimeout(retry, delay);
      function retry(): void {
        clearTimeout(timer);
        window.removeEventListener('online', retry);
        connect();
      }
      window.addEventListener('online', retry);
    });
  }

  connect();
  return () => {
    isListening = true;
    offer();
  };
}

/** Gives the window its end of a new port. */
function offerPort(socket: WebSocket): MessagePort {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<unknown>) => {
    // What was called on a lost connection has failed already.
    if (socket.readyState === WebSocket.OPEN) socket.send(portText(data));
  };
  window.postMessage({ type: backendPortMessage }, location.origin, [port2]);
  return port1;
}
