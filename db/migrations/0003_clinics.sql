-- The tenants.
create table public.clinics (
  id                   uuid primary key default gen_random_uuid(),
  name                 text not null check (length(btrim(name)) between 3 and 120),
  -- shape and reserved names: domain/tenancy.ts; the pattern here decides the shape (no punycode, not all digits)
  subdomain            text not null unique
    check (subdomain ~ '^[a-z0-9]([a-z0-9-]*[a-z0-9])$' and length(subdomain) between 3 and 63
                                                   and subdomain !~ '^..--' and subdomain !~ '^[0-9]+$'),
  time_zone            text not null default 'America/New_York',
  currency             text not null default 'usd' check (currency ~ '^[a-z]{3}$'),
  -- the bank debit that patients may pay with (docs/decisions/0190); null for none
  bank_debit           text check (bank_debit in ('us_bank_account', 'acss_debit')),
  color                text not null default 'evergreen'
                       check (color in ('evergreen', 'lagoon', 'indigo', 'plum', 'berry', 'terracotta', 'olive', 'slate')),
  tagline              text check (length(tagline) <= 120),
  website              text check (website ~ '^https?://' and length(website) <= 300),
  about                text check (length(about) <= 4000),
  phone                text check (length(phone) <= 40),
  -- when an admin first saved the clinic's profile: a step of the set-up checklist
  profile_completed_at timestamptz,
  join_page_viewed_at  timestamptz,
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now(),
  -- [{"day": 1..7 (Monday is 1), "opens": "08:30", "closes": "17:00"}], wall times in the clinic's zone:
  -- domain/clinics/opening-hours.ts
  opening_hours        jsonb not null default '[]'
    constraint clinics_opening_hours_is_a_list check (jsonb_typeof(opening_hours) = 'array'),
  -- an IANA name that Postgres knows: an unknown one would break every month close. Postgres alone would also read rules such as
  -- EST5EDT4,M3.2.0
  constraint clinics_time_zone_check check (time_zone ~ '^(UTC|[A-Z][A-Za-z_]+(/[A-Za-z0-9_+-]+)+)$'
    and timezone(time_zone, timestamptz '2000-01-01 00:00:00+00') is not null),
  constraint clinics_name_is_one_line check (app.is_one_line(name)),
  constraint clinics_tagline_is_one_line check (app.is_one_line(tagline)),
  constraint clinics_phone_is_one_line check (app.is_one_line(phone))
);
comment on table public.clinics is
  'One tenant. Every column is public: visitors select all of them by subdomain, as specified. What is not public has its own table.';

alter table public.clinics enable row level security;
alter table public.clinics force row level security;
-- A clinic's card is public: the page looks it up by subdomain before anyone signs in. Only actions write it. An erased clinic
-- still has its row, which the books reference, under an address that no one knows.
create policy clinics_select_everyone on public.clinics for select
  to anon, authenticated, clinic_patient, clinic_guardian, clinic_staff, clinic_admin, clinic_api_key
  using (subdomain !~ '^closed-[0-9a-f]{32}$');
create policy clinics_all_system on public.clinics to system using (true) with check (true);
grant select on public.clinics to anon, authenticated, clinic_patient, clinic_guardian, clinic_staff, clinic_admin;
grant select, insert, update on public.clinics to system;

-- Leads to a clinic where nothing else names it: from an account at Stripe, the hash of a link. Distributed by clinic, Postgres
-- enforces no key over all clinics; this table has no clinic column and is on every node (docs/decisions/0198).
create table app.clinic_keys (
  kind     text not null,
  id       text not null,
  leads_to uuid not null references public.clinics on delete cascade,
  primary key (kind, id)
);
comment on table app.clinic_keys is 'Which clinic an id or a hash belongs to: each to one (docs/decisions/0198).';
create index clinic_keys_clinic_idx on app.clinic_keys (leads_to);

alter table app.clinic_keys enable row level security;
alter table app.clinic_keys force row level security;
create policy clinic_keys_all_system on app.clinic_keys to system using (true) with check (true);
grant select, insert, delete on app.clinic_keys to system;

-- A trigger of a tenant table, in the transaction that writes the row. Arguments: the kind, the column of the id, and a column
-- without which the row does not count.
-- security definer: cascades run as the table's owner, which the policies bind
create function app.lead_to_clinic() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  old_row constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  old_id text := old_row ->> tg_argv[1];
  new_id text := new_row ->> tg_argv[1];
begin
  if tg_nargs > 2 then
    if old_row ->> tg_argv[2] is null then old_id := null; end if;
    if new_row ->> tg_argv[2] is null then new_id := null; end if;
  end if;
  if old_id is distinct from new_id then
    if old_id is not null then
      delete from app.clinic_keys c
       where c.kind = tg_argv[0] and c.id = old_id and c.leads_to = (old_row ->> 'clinic_id')::uuid;
    end if;
    if new_id is not null then
      insert into app.clinic_keys (kind, id, leads_to) values (tg_argv[0], new_id, (new_row ->> 'clinic_id')::uuid);
    end if;
  end if;
  return null;
end $$;
alter function app.lead_to_clinic() owner to system;

-- The clinic of an id; null for none. Role system.
create function app.clinic_of(p_kind text, p_id text) returns uuid language plpgsql stable set search_path = '' as $$
begin
  return (select c.leads_to from app.clinic_keys c where c.kind = p_kind and c.id = p_id);
end $$;
grant execute on function app.clinic_of(text, text) to system;

-- For migrations: makes a column of a table lead to the clinic. An import writes rows without other triggers, hence always.
create function app.lead_by(p_table regclass, p_kind text, p_column text, p_where_set text default null) returns void
language plpgsql set search_path = '' as $$
begin
  execute format('create trigger %I after insert or delete or update of %s on %s for each row execute function app.lead_to_clinic(%s)',
                 'leads_by_' || p_kind, concat_ws(', ', quote_ident(p_column), quote_ident(p_where_set)), p_table,
                 concat_ws(', ', quote_literal(p_kind), quote_literal(p_column), quote_literal(p_where_set)));
  execute format('alter table %s enable always trigger %I', p_table, 'leads_by_' || p_kind);
end $$;

-- Leads to all clinics that have a row of an id: a person's memberships and records, invitations to an address, the libraries
-- that a clinic may copy from. On every node as app.clinic_keys, so that a search of them asks only those clinics
-- (docs/decisions/0220).
create table app.appearances (
  kind     text not null,
  id       text not null,
  leads_to uuid not null references public.clinics on delete cascade,
  primary key (kind, id, leads_to)
);
comment on table app.appearances is
  'Which clinics have a row of an id: of an account or another clinic, or of the hash of an address (docs/decisions/0220).';
create index appearances_clinic_idx on app.appearances (leads_to);

alter table app.appearances enable row level security;
alter table app.appearances force row level security;
create policy appearances_all_system on app.appearances to system using (true) with check (true);
grant select, insert, delete on app.appearances to system;

-- A trigger of a tenant table, in the transaction that writes the row. Arguments: the kind, the column of the id, and columns with
-- which the row does not count. A unique key of the table allows a clinic one row of an id that counts.
-- security definer: cascades run as the table's owner, which the policies bind
create function app.appear_in_clinic() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  old_row constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  old_id text := old_row ->> tg_argv[1];
  new_id text := new_row ->> tg_argv[1];
begin
  for at in 2 .. tg_nargs - 1 loop
    if old_row ->> tg_argv[at] is not null then old_id := null; end if;
    if new_row ->> tg_argv[at] is not null then new_id := null; end if;
  end loop;
  if old_id is distinct from new_id then
    if old_id is not null then
      delete from app.appearances a where a.kind = tg_argv[0] and a.id = app.id_in_clinics(tg_argv[0], old_id)
         and a.leads_to = (old_row ->> 'clinic_id')::uuid;
    end if;
    if new_id is not null then
      insert into app.appearances (kind, id, leads_to)
      values (tg_argv[0], app.id_in_clinics(tg_argv[0], new_id), (new_row ->> 'clinic_id')::uuid);
    end if;
  end if;
  return null;
end $$;
alter function app.appear_in_clinic() owner to system;

-- An address is stored as its hash.
create function app.id_in_clinics(p_kind text, p_id text) returns text language sql immutable parallel safe
  return case p_kind when 'invitation' then encode(sha256(convert_to(p_id, 'UTF8')), 'hex') else p_id end;
grant execute on function app.id_in_clinics(text, text) to system;

-- The clinics that have a row of an id, for a condition on clinic_id. Role system.
create function app.clinics_with(p_kind text, p_id text) returns uuid[] language plpgsql stable set search_path = '' as $$
begin
  return array(select a.leads_to from app.appearances a where a.kind = p_kind and a.id = app.id_in_clinics(p_kind, p_id));
end $$;
grant execute on function app.clinics_with(text, text) to system;

-- For migrations: makes the rows of a table appear, as app.lead_by.
create function app.appear_by(p_table regclass, p_kind text, p_column text, variadic p_unless text[] default '{}') returns void
language plpgsql set search_path = '' as $$
begin
  execute format('create trigger %I after insert or delete or update of %s on %s for each row execute function app.appear_in_clinic(%s)',
                 'appears_by_' || p_kind, (select string_agg(quote_ident(c), ', ') from unnest(p_column || p_unless) c), p_table,
                 (select string_agg(quote_literal(c), ', ') from unnest(array[p_kind, p_column] || p_unless) c));
  execute format('alter table %s enable always trigger %I', p_table, 'appears_by_' || p_kind);
end $$;

-- Notices and jobs that follow from a change. A trigger writes a row in the transaction of the change; the worker turns a
-- clinic's rows into notices and jobs and deletes them in one transaction (app.drain_outbox, docs/decisions/0206).
create table app.outbox (
  clinic_id     uuid not null references public.clinics on delete restrict,
  -- by the machine's clock: orders the rows of a transaction too
  written_at    timestamptz not null default clock_timestamp(),
  id            uuid not null default gen_random_uuid(),
  -- visit_change, waitlist (a time is free), or a kind of app.notices
  kind          text not null constraint outbox_kind_check check
                  (kind in ('visit_change', 'waitlist', 'patient_joined', 'clinic_opened', 'invitation_accepted')),
  subject_id    text,
  -- of the notice; guardians_key of those to guardians, null without
  key           text,
  guardians_key text,
  noticed_at    timestamptz,
  -- of the job
  due_at        timestamptz not null,
  primary key (clinic_id, written_at, id)
);
comment on table app.outbox is
  'Notices and jobs that follow from a change, until the worker has written them: moments. Ids only.';

alter table app.outbox enable row level security;
alter table app.outbox force row level security;
create policy outbox_all_system on app.outbox to system using (true) with check (true);
grant select, insert, update, delete on app.outbox to system;

-- For triggers. The message makes the server drain the clinic after the commit.
-- security definer: triggers call it in a client's transaction
create function app.add_to_outbox(p_clinic_id uuid, p_kind text, p_subject_id text, p_key text, p_at timestamptz,
                                  p_after interval default '0', p_guardians_key text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into app.outbox (clinic_id, kind, subject_id, key, guardians_key, noticed_at, due_at)
  values (p_clinic_id, p_kind, p_subject_id, p_key, p_guardians_key, p_at, now() + p_after);
  raise info using errcode = 'CF002', message = p_clinic_id::text;
end $$;
alter function app.add_to_outbox(uuid, text, text, text, timestamptz, interval, text) owner to system;

-- Returns the time zone if Postgres knows it, else null. Browsers may know zones that this server does not, and opening a clinic
-- must not fail for that.
create function app.known_time_zone(p_time_zone text) returns text language plpgsql stable set search_path = '' as $$
begin
  if p_time_zone is null or p_time_zone !~ '^(UTC|[A-Z][A-Za-z_]+(/[A-Za-z0-9_+-]+)+)$' then return null; end if;
  perform now() at time zone p_time_zone;
  return p_time_zone;
exception
  when invalid_parameter_value then return null;
end $$;
grant execute on function app.known_time_zone(text) to system;
