-- Names and other short texts stand on one line: in the subject of a mail, a row of an export, on a receipt
-- (docs/threats.md T33). The server writes them so (domain/one-line.ts); these checks hold for whatever else writes.

create function app.one_line(value text) returns text
language sql immutable parallel safe
return btrim(regexp_replace(value, '[\u0001-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+', ' ', 'g'));

create function app.is_one_line(value text) returns boolean
language sql immutable parallel safe
return value !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]';

grant execute on function app.one_line(text), app.is_one_line(text) to system;

-- Not validated: an owner whom policies hold cannot correct the rows that are there.
alter table app.clinic_requests
  add constraint clinic_requests_name_is_one_line check (app.is_one_line(name)) not valid;
alter table public.clinics
  add constraint clinics_name_is_one_line check (app.is_one_line(name)) not valid,
  add constraint clinics_tagline_is_one_line check (app.is_one_line(tagline)) not valid,
  add constraint clinics_phone_is_one_line check (app.is_one_line(phone)) not valid;
alter table public.invitations
  add constraint invitations_name_is_one_line check (app.is_one_line(name)) not valid;
alter table public.patients
  add constraint patients_full_name_is_one_line check (app.is_one_line(full_name)) not valid;
alter table public.plans
  add constraint plans_name_is_one_line check (app.is_one_line(name)) not valid;
alter table public.sso_providers
  add constraint sso_providers_name_is_one_line check (app.is_one_line(name)) not valid;

-- As in 0011, with the person's own name on one line: metadata is written by clients, too.
create or replace function app.upsert_patient_record(p_clinic_id uuid, p_user_id uuid, p_name text, p_at timestamptz)
returns void language sql security definer set search_path = ''
begin atomic
  insert into public.patients as p (clinic_id, user_id, full_name, email, created_at, updated_at)
  select p_clinic_id, u.id,
         left(coalesce(nullif(app.one_line(u.user_metadata ->> 'full_name'), ''), nullif(app.one_line(p_name), ''),
                       nullif(split_part(u.email, '@', 1), ''), 'Patient'), 200), u.email, p_at, p_at
    from auth.users u where u.id = p_user_id
  on conflict (clinic_id, user_id) do update
    set full_name = excluded.full_name, email = excluded.email, updated_at = excluded.updated_at
    where not exists (select from public.clinic_memberships m
                       where m.clinic_id = p.clinic_id and m.user_id = p.user_id
                         and m.accepted_at is not null and m.ended_at is not null);
end;
