-- Providers' own calendars at Google, Microsoft or Apple, whose busy times are not offered to patients (docs/decisions/0202,
-- docs/decisions/0217, docs/domain-rules.md rule 25). Titles, places and people of their events are never stored.
create table app.outside_calendars (
  id          uuid default gen_random_uuid(),
  clinic_id   uuid not null references public.clinics on delete restrict,
  provider_id uuid not null,
  -- a private address, or a service after the provider's consent
  source      text not null constraint outside_calendars_source_check check (source in ('address', 'google', 'microsoft')),
  -- the private address or the service's refresh token, encrypted: with it, anyone can read the calendar
  secret      bytea not null,
  host        text not null constraint outside_calendars_host_check
                check (length(host) between 1 and 253 and app.is_one_line(host)),
  created_at  timestamptz not null,
  -- last successful read, and last attempt
  read_at     timestamptz not null,
  tried_at    timestamptz not null,
  failure     text constraint outside_calendars_failure_check
                check (failure in ('unreachable', 'refused', 'gone', 'too_large', 'not_a_calendar', 'revoked', 'busy')),
  failures    integer not null default 0 constraint outside_calendars_failures_check check (failures >= 0),
  -- when a service that limits reads allows the next one
  retry_at    timestamptz,
  -- what the host returned, to be asked for changes only
  etag        text constraint outside_calendars_etag_check check (length(etag) <= 500),
  modified    text constraint outside_calendars_modified_check check (length(modified) <= 100),
  -- the clinic's day on which repeated events were last expanded
  expanded_on date not null,
  primary key (clinic_id, id),
  constraint outside_calendars_failure_counted check ((failure is null) = (failures = 0)),
  constraint outside_calendars_consent_failures check (source <> 'address' or failure is distinct from 'revoked'),
  constraint outside_calendars_provider_fkey foreign key (clinic_id, provider_id)
    references public.providers (clinic_id, id) on delete cascade
);
comment on table app.outside_calendars is
  'A provider''s own calendar, read every five minutes and before a booking. Removed when its provider leaves the team.';
create index outside_calendars_provider_idx on app.outside_calendars (clinic_id, provider_id);
create unique index outside_calendars_service_key on app.outside_calendars (clinic_id, provider_id, source)
  where source <> 'address';
create index outside_calendars_tried_idx on app.outside_calendars (tried_at);

alter table app.outside_calendars enable row level security;
alter table app.outside_calendars force row level security;
create policy outside_calendars_all_system on app.outside_calendars to system using (true) with check (true);
grant select, insert, update, delete on app.outside_calendars to system;

create table app.outside_busy_times (
  clinic_id   uuid not null references public.clinics on delete restrict,
  calendar_id uuid not null,
  provider_id uuid not null,
  busy        tstzrange not null constraint outside_busy_times_busy_check
                check (lower(busy) is not null and upper(busy) is not null and not isempty(busy)),
  primary key (clinic_id, calendar_id, busy),
  constraint outside_busy_times_calendar_fkey foreign key (clinic_id, calendar_id)
    references app.outside_calendars (clinic_id, id) on delete cascade
);
comment on table app.outside_busy_times is
  'Times at which a provider is busy elsewhere, without overlaps in a calendar: of the next two years.';
create index outside_busy_times_provider_idx on app.outside_busy_times (clinic_id, provider_id);

alter table app.outside_busy_times enable row level security;
alter table app.outside_busy_times force row level security;
create policy outside_busy_times_all_system on app.outside_busy_times to system using (true) with check (true);
grant select, insert, delete on app.outside_busy_times to system;

create table app.outside_calendar_requests (
  clinic_id   uuid not null references public.clinics on delete restrict,
  -- in the state that the service returns
  id          uuid default gen_random_uuid(),
  provider_id uuid not null,
  service     text not null constraint outside_calendar_requests_service_check check (service in ('google', 'microsoft')),
  -- the session that asked: only it can finish
  session_id  uuid not null,
  -- for the exchange of the code (PKCE), encrypted
  verifier    bytea not null,
  expires_at  timestamptz not null,
  primary key (clinic_id, id),
  constraint outside_calendar_requests_service_key unique (clinic_id, provider_id, service),
  constraint outside_calendar_requests_provider_fkey foreign key (clinic_id, provider_id)
    references public.providers (clinic_id, id) on delete cascade
);
comment on table app.outside_calendar_requests is
  'Providers at a service''s consent page: valid once, for ten minutes.';
create index outside_calendar_requests_expires_idx on app.outside_calendar_requests (expires_at);

alter table app.outside_calendar_requests enable row level security;
alter table app.outside_calendar_requests force row level security;
create policy outside_calendar_requests_all_system on app.outside_calendar_requests to system using (true) with check (true);
grant select, insert, update, delete on app.outside_calendar_requests to system;
