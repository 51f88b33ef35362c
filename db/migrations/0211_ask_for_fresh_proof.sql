-- 0211_ask_for_fresh_proof.sql: whether the person of a session has just proven who they are (docs/decisions/0127).

-- Whether one of this session's proofs is younger than that: the second step's for whoever has one, else any of them. A
-- refreshed token leaves no row, and another session's rows do not count.
-- By the machine's time, like the end of a session in app.resolve_caller.
-- plpgsql, so that its plan is kept (see app.now)
-- security definer (owned by system), because clients may not read the auth schema
create function app.has_fresh_proof(p_minutes integer) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from auth.session_methods m
     where m.session_id = nullif(current_setting('app.session_id', true), '')::uuid
       and m.used_at > clock_timestamp() - make_interval(mins => p_minutes)
       and (m.factor_id is not null
            or not exists (select from auth.mfa_factors f
                            where f.user_id = app.current_user_id() and f.status = 'verified')));
end $$;
alter function app.has_fresh_proof(integer) owner to system;
grant execute on function app.has_fresh_proof(integer) to clinic_patient, clinic_staff, clinic_admin, system;
