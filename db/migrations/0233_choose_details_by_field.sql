-- 0233_choose_details_by_field.sql: of two records that become one, an admin chooses for each of date of birth, phone and address whose
-- stays (docs/domain-rules.md rule 28, docs/decisions/0134). The emptied record keeps its own, so that both come back when they
-- are parted.

-- Takes columns of the emptied record's details into those of the record that stays. For the transaction of a merge.
create function app.choose_details(p_clinic uuid, p_merge uuid, p_columns text[]) returns void
language plpgsql set search_path = '' as $$
declare
  g app.patient_merges;
  before jsonb;
  after jsonb;
begin
  perform set_config('app.merging', 'on', true);
  select * into strict g from app.patient_merges m where m.clinic_id = p_clinic and m.id = p_merge for update;
  select to_jsonb(d) into before from public.patient_details d where d.clinic_id = p_clinic and d.patient_id = g.patient_id;
  update public.patient_details d
     set phone = case when 'phone' = any (p_columns) then f.phone else d.phone end,
         date_of_birth = case when 'date_of_birth' = any (p_columns) then f.date_of_birth else d.date_of_birth end,
         address = case when 'address' = any (p_columns) then f.address else d.address end,
         city = case when 'address' = any (p_columns) then f.city else d.city end,
         state = case when 'address' = any (p_columns) then f.state else d.state end,
         zip_code = case when 'address' = any (p_columns) then f.zip_code else d.zip_code end,
         version = d.version + 1, updated_at = g.merged_at
    from public.patient_details f
   where d.clinic_id = p_clinic and d.patient_id = g.patient_id and f.clinic_id = p_clinic and f.patient_id = g.from_patient_id
  returning to_jsonb(d) into after;
  update app.patient_merges m
     set records = m.records || jsonb_build_object('details', jsonb_build_object('into', before, 'chosen', after))
   where m.clinic_id = p_clinic and m.id = p_merge;
  perform set_config('app.merging', '', true);
end $$;

-- Gives the details back what they were, except what was corrected since.
create function app.return_details(p_clinic uuid, p_merge uuid) returns void language plpgsql set search_path = '' as $$
declare
  g app.patient_merges;
  chosen public.patient_details;
  was public.patient_details;
begin
  select * into strict g from app.patient_merges m where m.clinic_id = p_clinic and m.id = p_merge;
  if g.records #>> '{details,chosen}' is null then return; end if;
  chosen := jsonb_populate_record(null::public.patient_details, g.records -> 'details' -> 'chosen');
  was := jsonb_populate_record(null::public.patient_details, g.records -> 'details' -> 'into');
  update public.patient_details d
     set phone = case when d.phone is not distinct from chosen.phone then was.phone else d.phone end,
         date_of_birth = case when d.date_of_birth is not distinct from chosen.date_of_birth then was.date_of_birth
                              else d.date_of_birth end,
         address = case when d.address is not distinct from chosen.address then was.address else d.address end,
         city = case when d.city is not distinct from chosen.city then was.city else d.city end,
         state = case when d.state is not distinct from chosen.state then was.state else d.state end,
         zip_code = case when d.zip_code is not distinct from chosen.zip_code then was.zip_code else d.zip_code end,
         version = d.version + 1
   where d.clinic_id = p_clinic and d.patient_id = g.patient_id;
end $$;

-- As in 0230, by app.move_keys(), and with the details.
create or replace function app.part_patients(p_clinic uuid, p_merge uuid, p_by uuid, p_now timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  g app.patient_merges;
  t text;
begin
  perform set_config('app.merging', 'on', true);
  select * into strict g from app.patient_merges m
   where m.clinic_id = p_clinic and m.id = p_merge and m.undone_at is null for update;
  perform app.move_keys(g.clinic_id, g.moved, g.patient_id, g.from_patient_id);
  perform app.move_messages(g.clinic_id, g.patient_id, g.from_patient_id, g.messages);
  -- the customer goes on to pay for what was joined since
  if g.customer <> 'stayed' and not exists (
    select from public.subscriptions s where s.clinic_id = g.clinic_id and s.owner_patient_id = g.patient_id and s.ended_at is null)
  then
    perform app.exchange_customers(g.clinic_id, g.patient_id, g.from_patient_id);
  end if;
  for t in select jsonb_array_elements_text(g.exchanged) loop
    perform app.exchange_rows(t, g.clinic_id, g.patient_id, g.from_patient_id);
  end loop;
  perform app.return_details(g.clinic_id, g.id);
  -- what was corrected since stays; an account that has another record by now keeps that
  update public.patients p
     set full_name = case when p.full_name = g.records #>> '{chosen,full_name}' then g.records #>> '{into,full_name}'
                          else p.full_name end,
         email = case when p.email is not distinct from g.records #>> '{chosen,email}' then g.records #>> '{into,email}'
                      else p.email end,
         user_id = null, updated_at = p_now
   where p.clinic_id = g.clinic_id and p.id = g.patient_id;
  update public.patients p set merged_into = null, updated_at = p_now
   where p.clinic_id = g.clinic_id and p.id = g.from_patient_id;
  update public.patients p set user_id = back.user_id
    from (values (g.patient_id, (g.records #>> '{into,user_id}')::uuid),
                 (g.from_patient_id, (g.records #>> '{from,user_id}')::uuid)) back (id, user_id)
   where p.clinic_id = g.clinic_id and p.id = back.id
     and not exists (select from public.patients o where o.clinic_id = g.clinic_id and o.user_id = back.user_id);
  update app.patient_merges m set undone_at = p_now, undone_by = p_by where m.clinic_id = p_clinic and m.id = p_merge;
  perform set_config('app.merging', '', true);
end $$;

do $$
declare
  f text;
begin
  foreach f in array array['app.choose_details(uuid, uuid, text[])', 'app.return_details(uuid, uuid)'] loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to system', f);
  end loop;
end $$;
