-- 0212_count_factors_set_up_in_time.sql: a second step that is set up in a session that was left open proves only who sits
-- there (docs/decisions/0127).

-- The second steps by which a person proves who they are in a session: set up before, or within p_minutes after, the newest
-- proof by what they sign in with. Recovery codes count from when they were last made.
-- security definer (owned by system), because clients may not read the auth schema
create function app.proving_factors(p_session_id uuid, p_minutes integer) returns setof uuid
language sql stable security definer set search_path = ''
begin atomic
  select f.id
    from auth.sessions s join auth.mfa_factors f on f.user_id = s.user_id and f.status = 'verified'
   where s.id = p_session_id
     and case f.factor_type when 'recovery_code' then f.updated_at else f.created_at end
         <= (select max(m.used_at) + make_interval(mins => p_minutes)
               from auth.session_methods m where m.session_id = s.id and m.factor_id is null);
end;
alter function app.proving_factors(uuid, integer) owner to system;
revoke execute on function app.proving_factors(uuid, integer) from public;
grant execute on function app.proving_factors(uuid, integer) to system;

create or replace function app.has_fresh_proof(p_minutes integer) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  this_session uuid := nullif(current_setting('app.session_id', true), '')::uuid;
  proving uuid[] := array(select app.proving_factors(this_session, p_minutes));
begin
  return exists (
    select from auth.session_methods m
     where m.session_id = this_session
       and m.used_at > clock_timestamp() - make_interval(mins => p_minutes)
       and case when cardinality(proving) > 0 then m.factor_id = any (proving) else m.factor_id is null end);
end $$;
