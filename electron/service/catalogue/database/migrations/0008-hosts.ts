/**
 * Hosts of the web as sources ask them: requests that count against a budget, the pause that a host asked for, and the
 * pause between requests. They apply to all processes, and outlast the last one.
 */
export const hosts = `
create table host_requests (
  host text not null,
  path text not null,
  at integer not null
) strict;
create index host_requests_of on host_requests (host, at);

create table host_pauses (
  host text primary key,
  not_before integer not null,
  since integer not null,
  delay integer not null default 0
) strict;
`;
