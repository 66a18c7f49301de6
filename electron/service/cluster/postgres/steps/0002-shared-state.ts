const text = 'text collate "C"';

/**
 * What nodes share besides the records: attempts to log in, each under several names; the progress of imports; and the
 * requests of callers. None of it is announced or copied, and all of it may be lost. Also records how many migrations
 * the program of a node knows; those of earlier nodes know the first one.
 */
export const sharedState = `
create table login_attempts (
  id ${text} not null,
  name ${text} not null,
  at timestamptz not null default clock_timestamp(),
  failed boolean not null default false,
  primary key (id, name)
);
create index login_attempts_of on login_attempts (name, at);
create index login_attempts_by_time on login_attempts (at);

create table import_progress (
  dataset_id bigint not null,
  version_slug ${text} not null,
  progress ${text} not null,
  primary key (dataset_id, version_slug),
  foreign key (dataset_id, version_slug) references imports (dataset_id, version_slug) on delete cascade
);

alter table nodes add column knows bigint not null default 1;

create unlogged table request_rates (
  caller ${text} primary key,
  level float8 not null,
  at timestamptz not null
);
`;
