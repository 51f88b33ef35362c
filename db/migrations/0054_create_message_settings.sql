-- 0054_create_message_settings.sql: what a clinic tells its patients about its answers (docs/domain-rules.md complaint 22).
create table public.message_settings (
  clinic_id    uuid primary key references public.clinics on delete restrict,
  -- how soon the clinic answers; null: it promises nothing
  reply_within text constraint message_settings_reply_within_check
                 check (reply_within in ('same_day', 'one_day', 'two_days', 'three_days', 'one_week')),
  -- shown to patients from one day to another of the clinic's calendar, both included; null: no end on that side
  away_text    text constraint message_settings_away_text_check check (length(btrim(away_text)) between 1 and 500),
  away_from    date,
  away_until   date,
  -- counts the saves, so that one tab does not overwrite another unseen
  version      integer not null default 1 constraint message_settings_version_check check (version > 0),
  updated_at   timestamptz not null,
  constraint message_settings_away_check check (away_until >= away_from)
);
comment on table public.message_settings is
  'How soon a clinic promises to answer messages, and what patients read while it is away. Without a row it promises nothing.';

alter table public.message_settings enable row level security;
alter table public.message_settings force row level security;
create policy message_settings_select_members on public.message_settings for select
  to clinic_patient, clinic_staff, clinic_admin using (clinic_id = (select app.current_clinic_id()));
create policy message_settings_all_system on public.message_settings to system using (true) with check (true);
grant select on public.message_settings to clinic_patient, clinic_staff, clinic_admin;
grant select, insert, update on public.message_settings to system;
