import methods from 'undici/lib/api/index.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';

// All of undici (fetch, WebSockets, caches, mocks) takes 40 ms of every start to load; whoever loads parts of it puts
// them together as its first file does.
Object.assign(Dispatcher.prototype, methods);

export { Agent, EnvHttpProxyAgent };
