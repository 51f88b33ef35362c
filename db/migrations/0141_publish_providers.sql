-- 0141_publish_providers.sql: who of the team stands on the clinic's own site, which anybody may read. Nobody does until an
-- admin says so.
alter table public.providers add column is_public boolean not null default false;
comment on column public.providers.is_public is 'Stands with name and title on the clinic''s site.';

create policy providers_select_published on public.providers for select to anon, authenticated
  using (clinic_id = (select app.current_clinic_id()) and is_active and is_public);
grant select (id, clinic_id, name, title, is_active, is_public) on public.providers to anon, authenticated;
