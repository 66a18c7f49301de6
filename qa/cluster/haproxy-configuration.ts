/**
 * A balancer before nodes on loopback. GET and HEAD are sent to another node if one dies before its first byte, or cannot
 * answer at the moment; a node whose health is 404 gets no new requests. A caller stays on one node, so that it reads what it has just written.
 */
export function haproxyConfiguration(port: number, nodes: readonly number[]): string {
  return `global
  maxconn 2000
  hard-stop-after 30s
defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 60s
  timeout queue 10s
  timeout http-keep-alive 30s
  timeout http-request 10s
  retries 3
  option redispatch 1
  option forwardfor
  http-error status 503 content-type application/json string '{"detail":"No node of the service can be reached at the moment. Try again soon."}' hdr Retry-After 5
  http-error status 504 content-type application/json string '{"detail":"The service took too long to answer. Try again soon."}'
  http-reuse safe
  default-server check inter 500ms fastinter 200ms downinter 500ms fall 2 rise 2 observe layer4 error-limit 2 on-error mark-down
frontend public
  bind 127.0.0.1:${port}
  http-request set-header X-Forwarded-Host %[req.hdr(Host)]
  http-request set-header X-Request-Id %[uuid()]
  http-request deny if { path /metrics }
  default_backend almanac
backend almanac
  balance leastconn
  stick-table type string len 64 size 100k expire 30m
  stick on hdr(Authorization),sha1,hex if { hdr(Authorization) -m found }
  stick on cook(sessionid),sha1,hex
  option httpchk GET /health
  http-check disable-on-404
  retry-on conn-failure empty-response response-timeout 503
  http-request disable-l7-retry unless METH_GET or METH_HEAD
${nodes.map((node, at) => `  server n${at + 1} 127.0.0.1:${node}`).join('\n')}
`;
}
