import { budgetWaitMs, type SentRequest } from '#shared/host-budgets.ts';
import type { LocalHosts } from '../../service/service.ts';

/** What is known of hosts, until the process ends. */
export function hostsInMemory(): LocalHosts {
  const sent = new Map<string, SentRequest[]>();
  const pauses = new Map<string, { notBefore: number; delayMs: number }>();
  return {
    async take({ host, path, budgets, delayMs, now }) {
      const pauseMs = Math.max(0, (pauses.get(host)?.notBefore ?? 0) - now);
      const requests = sent.get(host) ?? [];
      const budgetMs = pauseMs > 0 ? 0 : budgetWaitMs(budgets, requests, path, now);
      if (pauseMs > 0 || budgetMs > 0) return { pauseMs, budgetMs };
      if (budgets.length > 0) sent.set(host, [...requests, { path, at: now }]);
      if (delayMs > 0) pauses.set(host, { notBefore: now + delayMs, delayMs });
      return { pauseMs, budgetMs };
    },
    sent: async (host) => sent.get(host) ?? [],
    pauseOf: async (host) => pauses.get(host) ?? null,
    async pause(host, notBefore, delayMs) {
      const before = pauses.get(host) ?? { notBefore: 0, delayMs: 0 };
      pauses.set(host, {
        notBefore: Math.max(notBefore, before.notBefore),
        delayMs: delayMs ?? before.delayMs,
      });
    },
  };
}
