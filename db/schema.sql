-- Generated from the migrations by `npm run schema`. Do not edit.

CREATE OR REPLACE FUNCTION app.current_clinic_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN (NULLIF(current_setting('app.clinic_id'::text, true), ''::text))::uuid
;
-- owner postgres
grant execute to anon, authenticated, clinic_admin, clinic_patient, clinic_staff, system;

CREATE OR REPLACE FUNCTION app.current_patient_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN (NULLIF(current_setting('app.patient_id'::text, true), ''::text))::uuid
;
-- owner postgres
grant execute to anon, authenticated, clinic_admin, clinic_patient, clinic_staff, system;

CREATE OR REPLACE FUNCTION app.current_request_id()
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN NULLIF(current_setting('app.request_id'::text, true), ''::text)
;
-- owner postgres
grant execute to anon, authenticated, clinic_admin, clinic_patient, clinic_staff, system;

CREATE OR REPLACE FUNCTION app.current_user_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN (NULLIF(current_setting('app.user_id'::text, true), ''::text))::uuid
;
-- owner postgres
grant execute to anon, authenticated, clinic_admin, clinic_patient, clinic_staff, system;

CREATE OR REPLACE FUNCTION app.enter(p_user_id uuid, p_session_id uuid, p_subdomain text, p_request_id text, p_address text)
 RETURNS TABLE(problem text, role text, email_confirmed boolean, aal text, clinic_id uuid, clinic_subdomain text, membership_id uuid, member_role text, is_read_only boolean, patient_id uuid)
 LANGUAGE plpgsql
AS $function$
declare
  caller record;
begin
  select * into caller from app.resolve_caller(p_user_id, p_session_id, p_subdomain);
  perform set_config('app.user_id', case when caller.problem is null then coalesce(p_user_id::text, '') else '' end, true),
          set_config('app.session_id', coalesce(p_session_id::text, ''), true),
          set_config('app.clinic_id', coalesce(caller.clinic_id::text, ''), true),
          set_config('app.membership_id', coalesce(caller.membership_id::text, ''), true),
          set_config('app.patient_id', coalesce(caller.patient_id::text, ''), true),
          set_config('app.email_confirmed', caller.email_confirmed::text, true),
          set_config('app.aal', coalesce(caller.aal, ''), true),
          set_config('app.request_id', coalesce(p_request_id, ''), true),
          set_config('app.address', coalesce(p_address, ''), true);
  -- last, because from here on the transaction may do no more than the role
  perform set_config('role', caller.role, true);
  return query select caller.problem, caller.role, caller.email_confirmed, caller.aal, caller.clinic_id,
    caller.clinic_subdomain, caller.membership_id, caller.member_role, caller.is_read_only, caller.patient_id;
end $function$
;
-- owner postgres
grant execute to carefold_login;

CREATE OR REPLACE FUNCTION app.enter_system(p_purpose text, p_request_id text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform set_config('app.purpose', p_purpose, true),
          set_config('app.request_id', coalesce(p_request_id, ''), true);
  perform set_config('role', 'system', true);
end $function$
;
-- owner postgres
grant execute to carefold_login;

CREATE OR REPLACE FUNCTION app.has_confirmed_email()
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN COALESCE((NULLIF(current_setting('app.email_confirmed'::text, true), ''::text))::boolean, false)
;
-- owner postgres
grant execute to anon, authenticated, clinic_admin, clinic_patient, clinic_staff, system;

CREATE OR REPLACE FUNCTION app.record_audit(p_action text, p_subject_type text, p_subject_id text, p_details jsonb, p_clinic_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 INSERT INTO app.audit_log (clinic_id, actor_kind, actor_id, action, subject_type, subject_id, purpose, request_id, address, details)  SELECT COALESCE(record_audit.p_clinic_id, app.current_clinic_id()) AS "coalesce",
                 CASE
                     WHEN (app.current_user_id() IS NOT NULL) THEN 'person'::text
                     WHEN (NULLIF(current_setting('app.purpose'::text, true), ''::text) IS NOT NULL) THEN 'system'::text
                     ELSE 'visitor'::text
                 END AS "case",
             app.current_user_id() AS current_user_id,
             record_audit.p_action AS p_action,
             record_audit.p_subject_type AS p_subject_type,
             record_audit.p_subject_id AS p_subject_id,
             NULLIF(current_setting('app.purpose'::text, true), ''::text) AS "nullif",
             app.current_request_id() AS current_request_id,
             NULLIF(current_setting('app.address'::text, true), ''::text) AS "nullif",
             COALESCE(record_audit.p_details, '{}'::jsonb) AS "coalesce";
END
;
-- owner system
grant execute to anon, authenticated, clinic_admin, clinic_patient, clinic_staff;

CREATE OR REPLACE FUNCTION app.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $function$
;
-- owner postgres

CREATE OR REPLACE FUNCTION app.resolve_caller(p_user_id uuid, p_session_id uuid, p_subdomain text)
 RETURNS TABLE(problem text, role text, email_confirmed boolean, aal text, clinic_id uuid, clinic_subdomain text, membership_id uuid, member_role text, is_read_only boolean, patient_id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person record;
  found_clinic record;
  membership record;
begin
  role := case when p_user_id is null then 'anon' else 'authenticated' end;
  email_confirmed := false;
  if p_user_id is not null then
    select u.email_confirmed_at, u.phone_confirmed_at, u.banned_until, s.id as session_id, s.aal, s.not_after
      into person
      from auth.users u left join auth.sessions s on s.id = p_session_id and s.user_id = u.id
     where u.id = p_user_id and u.deleted_at is null;
    problem := case
      when not found then 'user_not_found'
      when person.banned_until > now() then 'user_banned'
      when person.session_id is null then 'session_not_found'
      when person.not_after <= now() then 'session_expired' end;
    if problem is not null then
      role := 'anon';
      return next;
      return;
    end if;
    email_confirmed := person.email_confirmed_at is not null;
    aal := person.aal;
  end if;
  if p_subdomain is not null then
    select c.id, c.subdomain into found_clinic from public.clinics c where c.subdomain = p_subdomain;
    clinic_id := found_clinic.id;
    clinic_subdomain := found_clinic.subdomain;
  end if;
  if clinic_id is not null and p_user_id is not null then
    select m.id, m.role, m.is_read_only into membership from public.clinic_memberships m
     where m.clinic_id = found_clinic.id and m.user_id = p_user_id and m.status = 'active' and m.ended_at is null;
    if found then
      membership_id := membership.id;
      member_role := membership.role;
      is_read_only := membership.is_read_only;
      role := case membership.role when 'admin' then 'clinic_admin' when 'patient' then 'clinic_patient' else 'clinic_staff' end;
      select p.id into patient_id from public.patients p where p.clinic_id = found_clinic.id and p.user_id = p_user_id;
    end if;
  end if;
  return next;
end $function$
;
-- owner system
grant execute to carefold_login;

table app.audit_log (
  id bigint not null generated as identity,
  clinic_id uuid,
  occurred_at timestamp with time zone not null default clock_timestamp(),
  actor_kind text not null,
  actor_id uuid,
  action text not null,
  subject_type text,
  subject_id text,
  purpose text,
  request_id text,
  address text,
  details jsonb not null default '{}'::jsonb
);
-- One row a business action, append-only (domain-rules.md rule 33).
constraint audit_log_action_check CHECK ((action ~ '^[a-z_]+\.[a-z_]+$'::text));
constraint audit_log_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['person'::text, 'visitor'::text, 'system'::text])));
constraint audit_log_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint audit_log_pkey PRIMARY KEY (id);
CREATE INDEX audit_log_clinic_idx ON app.audit_log USING btree (clinic_id, id);
CREATE TRIGGER audit_log_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON app.audit_log FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_change();
row level security: t, forced: t
policy audit_log_insert_system insert to system with check (true);
policy audit_log_select_system select to system using (true);
grant insert, select to system;

table app.mails (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid,
  template text not null,
  to_address text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  links text[] not null default '{}'::text[],
  status text not null default 'queued'::text,
  message_id text not null,
  attempts integer not null default 0,
  last_error text,
  queued_at timestamp with time zone not null,
  sent_at timestamp with time zone
);
-- The outbox: a mail is written in the transaction that causes it, and sent by a job.
constraint mails_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text])));
constraint mails_to_address_check CHECK ((length(to_address) <= 255));
constraint mails_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint mails_pkey PRIMARY KEY (id);
constraint mails_message_id_key UNIQUE (message_id);
CREATE INDEX mails_clinic_idx ON app.mails USING btree (clinic_id);
CREATE INDEX mails_to_idx ON app.mails USING btree (to_address, queued_at DESC);
row level security: t, forced: t
policy mails_all_system all to system using (true) with check (true);
grant insert, select, update to system;

table app.settings (
  name text not null,
  value jsonb not null,
  updated_at timestamp with time zone not null default now()
);
-- A few values of this installation, such as the development clock's offset.
constraint settings_pkey PRIMARY KEY (name);
row level security: t, forced: t
policy settings_all_system all to system using (true) with check (true);
grant insert, select, update to system;

table auth.identities (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  provider text not null,
  provider_id text not null,
  identity_data jsonb not null default '{}'::jsonb,
  email text generated always as lower((identity_data ->> 'email'::text)),
  last_sign_in_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
);
-- One way in which a person proves who they are.
constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
constraint identities_pkey PRIMARY KEY (id);
constraint identities_provider_provider_id_key UNIQUE (provider, provider_id);
CREATE INDEX identities_email_idx ON auth.identities USING btree (email);
CREATE INDEX identities_user_idx ON auth.identities USING btree (user_id);
row level security: t, forced: t
policy identities_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

table auth.session_methods (
  session_id uuid not null,
  method text not null,
  provider text,
  used_at timestamp with time zone not null
);
-- The amr claim: which proofs a session rests on, one row a method.
constraint session_methods_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE;
constraint session_methods_pkey PRIMARY KEY (session_id, method);
row level security: t, forced: t
policy session_methods_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

table auth.sessions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  aal text not null default 'aal1'::text,
  refresh_key bytea not null,
  refresh_counter bigint not null default 0,
  refreshed_at timestamp with time zone,
  not_after timestamp with time zone,
  user_agent text,
  ip inet,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
);
-- One signed-in device. Deleting the row ends it everywhere with the next request.
constraint sessions_aal_check CHECK ((aal = ANY (ARRAY['aal1'::text, 'aal2'::text, 'aal3'::text])));
constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
constraint sessions_pkey PRIMARY KEY (id);
CREATE INDEX sessions_user_idx ON auth.sessions USING btree (user_id, created_at);
row level security: t, forced: t
policy sessions_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

table auth.users (
  id uuid not null default gen_random_uuid(),
  aud text not null default 'authenticated'::text,
  role text not null default 'authenticated'::text,
  email text,
  email_confirmed_at timestamp with time zone,
  phone text,
  phone_confirmed_at timestamp with time zone,
  password_hash text,
  is_sso boolean not null default false,
  is_anonymous boolean not null default false,
  app_metadata jsonb not null default '{}'::jsonb,
  user_metadata jsonb not null default '{}'::jsonb,
  new_email text,
  new_phone text,
  email_change_half smallint not null default 0,
  invited_at timestamp with time zone,
  confirmation_sent_at timestamp with time zone,
  recovery_sent_at timestamp with time zone,
  email_change_sent_at timestamp with time zone,
  phone_change_sent_at timestamp with time zone,
  reauthentication_sent_at timestamp with time zone,
  last_sign_in_at timestamp with time zone,
  banned_until timestamp with time zone,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
);
-- One sign-in. A person may have none; a patient record is not a sign-in.
constraint users_email_check CHECK (((email = lower(email)) AND (length(email) <= 255)));
constraint users_new_email_check CHECK ((new_email = lower(new_email)));
constraint users_pkey PRIMARY KEY (id);
CREATE INDEX users_created_idx ON auth.users USING btree (created_at);
CREATE UNIQUE INDEX users_email_key ON auth.users USING btree (email, aud) WHERE ((NOT is_sso) AND (email IS NOT NULL));
CREATE UNIQUE INDEX users_phone_key ON auth.users USING btree (phone) WHERE (phone IS NOT NULL);
row level security: t, forced: t
policy users_all_system all to system using (true) with check (true);
grant delete, insert, select, update to system;

table public.clinic_memberships (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  user_id uuid,
  role text not null,
  status text not null default 'pending'::text,
  is_owner boolean not null default false,
  is_read_only boolean not null default false,
  suspended_at timestamp with time zone,
  ended_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
);
-- Who belongs to a clinic, as what. A paid plan is a subscription, not this.
constraint clinic_memberships_check CHECK (((NOT is_owner) OR (role = 'admin'::text)));
constraint clinic_memberships_check1 CHECK (((suspended_at IS NULL) OR (status = 'invited'::text)));
constraint clinic_memberships_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'staff'::text, 'member'::text, 'patient'::text])));
constraint clinic_memberships_status_check CHECK ((status = ANY (ARRAY['active'::text, 'pending'::text, 'invited'::text])));
constraint clinic_memberships_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint clinic_memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint clinic_memberships_pkey PRIMARY KEY (id);
constraint clinic_memberships_clinic_id_id_key UNIQUE (clinic_id, id);
CREATE INDEX clinic_memberships_clinic_created_idx ON public.clinic_memberships USING btree (clinic_id, created_at DESC);
CREATE UNIQUE INDEX clinic_memberships_person_key ON public.clinic_memberships USING btree (clinic_id, user_id) WHERE (ended_at IS NULL);
CREATE INDEX clinic_memberships_user_idx ON public.clinic_memberships USING btree (user_id, clinic_id);
row level security: t, forced: t
policy clinic_memberships_all_system all to system using (true) with check (true);
policy clinic_memberships_select_own select to authenticated, clinic_admin, clinic_patient, clinic_staff using (((user_id = ( SELECT app.current_user_id() AS current_user_id)) AND (ended_at IS NULL)));
policy clinic_memberships_select_team select to clinic_admin, clinic_staff using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (ended_at IS NULL)));
grant insert, select, update to system;
grant select to authenticated, clinic_admin, clinic_patient, clinic_staff;

table public.clinics (
  id uuid not null default gen_random_uuid(),
  name text not null,
  subdomain text not null,
  time_zone text not null default 'America/New_York'::text,
  currency text not null default 'usd'::text,
  color text not null default 'evergreen'::text,
  tagline text,
  website text,
  about text,
  phone text,
  profile_completed_at timestamp with time zone,
  join_page_viewed_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
);
-- One tenant. Every column is public: the specification's visitors select all of them by subdomain. What is not public has its own table.
constraint clinics_about_check CHECK ((length(about) <= 4000));
constraint clinics_color_check CHECK ((color = ANY (ARRAY['evergreen'::text, 'lagoon'::text, 'indigo'::text, 'plum'::text, 'berry'::text, 'terracotta'::text, 'olive'::text, 'slate'::text])));
constraint clinics_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text));
constraint clinics_name_check CHECK (((length(btrim(name)) >= 3) AND (length(btrim(name)) <= 120)));
constraint clinics_phone_check CHECK ((length(phone) <= 40));
constraint clinics_subdomain_check CHECK (((subdomain ~ '^[a-z0-9]([a-z0-9-]*[a-z0-9])$'::text) AND ((length(subdomain) >= 3) AND (length(subdomain) <= 63))));
constraint clinics_tagline_check CHECK ((length(tagline) <= 120));
constraint clinics_website_check CHECK (((website ~ '^https?://'::text) AND (length(website) <= 300)));
constraint clinics_pkey PRIMARY KEY (id);
constraint clinics_subdomain_key UNIQUE (subdomain);
row level security: t, forced: t
policy clinics_all_system all to system using (true) with check (true);
policy clinics_select_everyone select to anon, authenticated, clinic_admin, clinic_patient, clinic_staff using ((id IS NOT NULL));
policy clinics_update_admin update to clinic_admin using ((id = ( SELECT app.current_clinic_id() AS current_clinic_id))) with check ((id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant insert, select, update to system;
grant select to anon, authenticated, clinic_admin, clinic_patient, clinic_staff;
grant update (name, time_zone, color, tagline, website, about, phone, profile_completed_at, join_page_viewed_at, updated_at) to clinic_admin;

table public.invitations (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  membership_id uuid not null,
  email text not null,
  name text,
  role text not null,
  invited_by uuid,
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  revoked_at timestamp with time zone,
  created_at timestamp with time zone not null default now()
);
-- An offer of a role to one address: single use, 72 hours, never above the inviter.
constraint invitations_email_check CHECK ((email = lower(email)));
constraint invitations_name_check CHECK ((length(name) <= 200));
constraint invitations_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'staff'::text, 'member'::text, 'patient'::text])));
constraint invitations_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint invitations_membership_fkey FOREIGN KEY (clinic_id, membership_id) REFERENCES clinic_memberships(clinic_id, id) ON DELETE RESTRICT;
constraint invitations_pkey PRIMARY KEY (id);
constraint invitations_clinic_id_id_key UNIQUE (clinic_id, id);
constraint invitations_token_hash_key UNIQUE (token_hash);
CREATE INDEX invitations_clinic_created_idx ON public.invitations USING btree (clinic_id, created_at DESC);
CREATE INDEX invitations_invited_by_idx ON public.invitations USING btree (invited_by);
CREATE UNIQUE INDEX invitations_live_key ON public.invitations USING btree (clinic_id, email) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));
CREATE INDEX invitations_membership_idx ON public.invitations USING btree (clinic_id, membership_id);
row level security: t, forced: t
policy invitations_all_system all to system using (true) with check (true);
policy invitations_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant insert, select, update to system;
grant select (id, clinic_id, membership_id, email, name, role, invited_by, expires_at, accepted_at, revoked_at, created_at) to clinic_admin;
grant select (id, clinic_id, membership_id, email, name, role, invited_by, expires_at, accepted_at, revoked_at, created_at) to clinic_staff;

table public.leads (
  id uuid not null default gen_random_uuid(),
  email text not null,
  created_at timestamp with time zone not null default now()
);
-- Addresses left on the landing page. Write only for visitors.
constraint leads_email_check CHECK (((email = lower(email)) AND (email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'::text) AND (length(email) <= 255)));
constraint leads_pkey PRIMARY KEY (id);
constraint leads_email_key UNIQUE (email);
row level security: t, forced: t
policy leads_all_system all to system using (true) with check (true);
policy leads_insert_everyone insert to anon, authenticated, clinic_admin, clinic_patient, clinic_staff with check ((email IS NOT NULL));
grant delete, select to system;
grant insert (email) to anon;
grant insert (email) to authenticated;
grant insert (email) to clinic_admin;
grant insert (email) to clinic_patient;
grant insert (email) to clinic_staff;

table public.patients (
  id uuid not null default gen_random_uuid(),
  clinic_id uuid not null,
  user_id uuid,
  full_name text not null,
  email text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
);
-- One person cared for by one clinic.
constraint patients_email_check CHECK ((email = lower(email)));
constraint patients_full_name_check CHECK (((length(btrim(full_name)) >= 1) AND (length(btrim(full_name)) <= 200)));
constraint patients_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint patients_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL;
constraint patients_pkey PRIMARY KEY (id);
constraint patients_clinic_id_id_key UNIQUE (clinic_id, id);
CREATE INDEX patients_clinic_created_idx ON public.patients USING btree (clinic_id, created_at DESC);
CREATE INDEX patients_user_idx ON public.patients USING btree (user_id);
CREATE UNIQUE INDEX patients_user_key ON public.patients USING btree (clinic_id, user_id);
row level security: t, forced: t
policy patients_all_system all to system using (true) with check (true);
policy patients_select_own select to clinic_patient using (((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)) AND (id = ( SELECT app.current_patient_id() AS current_patient_id))));
policy patients_select_team select to clinic_admin, clinic_staff using ((clinic_id = ( SELECT app.current_clinic_id() AS current_clinic_id)));
grant insert, select, update to system;
grant select to clinic_admin, clinic_patient, clinic_staff;

table public.released_subdomains (
  subdomain text not null,
  clinic_id uuid not null,
  released_at timestamp with time zone not null
);
-- Names given up by a clinic, held back for 180 days (threats.md T9).
constraint released_subdomains_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE RESTRICT;
constraint released_subdomains_pkey PRIMARY KEY (subdomain);
CREATE INDEX released_subdomains_clinic_idx ON public.released_subdomains USING btree (clinic_id);
row level security: t, forced: t
policy released_subdomains_all_system all to system using (true) with check (true);
grant delete, insert, select to system;
