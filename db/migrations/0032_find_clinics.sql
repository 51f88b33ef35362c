-- 0032_find_clinics.sql: how a patient without a link finds the way to a clinic: by its name or address, or by the
-- invitations of the address they have proven.

-- Clinics by part of their name, or by their whole address. By name only those that are open: with a plan on their join
-- page. At most 8, so that nobody reads the list of clinics out of it.
-- security definer (owned by system), so that it does not depend on what the caller may read
create function app.find_clinics(p_text text)
returns table (name text, subdomain text) language sql stable security definer set search_path = ''
begin atomic
  select c.name, c.subdomain
    from public.clinics c
   where c.subdomain = lower(btrim(p_text))
      or (length(btrim(p_text)) >= 3
          -- the typed text is no pattern
          and position(lower(btrim(p_text)) in lower(c.name)) > 0
          and exists (select from public.plans p where p.clinic_id = c.id and p.status = 'published'))
   order by c.subdomain = lower(btrim(p_text)) desc, c.name, c.subdomain
   limit 8;
end;
alter function app.find_clinics(text) owner to system;
grant execute on function app.find_clinics(text) to system;

-- Clinics with an invitation that a person could accept now: sent to their confirmed address, alive.
create function app.own_invitations(p_user_id uuid, p_at timestamptz)
returns table (name text, subdomain text) language sql stable security definer set search_path = ''
begin atomic
  select c.name, c.subdomain
    from auth.users u
    join public.invitations i on i.email = u.email
    join public.clinics c on c.id = i.clinic_id
   where u.id = p_user_id and u.email_confirmed_at is not null and u.deleted_at is null
     and i.accepted_at is null and i.revoked_at is null and i.expires_at > p_at
   order by i.created_at desc;
end;
alter function app.own_invitations(uuid, timestamptz) owner to system;
grant execute on function app.own_invitations(uuid, timestamptz) to system;
