/** Files of undici, whose types are those of the whole. */
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici';
}
declare module 'undici/lib/dispatcher/env-http-proxy-agent.js' {
  export { EnvHttpProxyAgent as default } from 'undici';
}
declare module 'undici/lib/dispatcher/dispatcher.js' {
  export { Dispatcher as default } from 'undici';
}
declare module 'undici/lib/api/index.js' {
  /** The methods of a dispatcher that stand on `dispatch`. */
  const methods: Readonly<Record<'request' | 'stream' | 'pipeline' | 'upgrade' | 'connect', unknown>>;
  export default methods;
}
