-- 0231_list_likely_duplicates.sql: which patients of a clinic are likely one person (docs/domain-rules.md rule 28,
-- docs/decisions/0134). Found by equal keys alone, so that ten thousand patients are not compared with each other.

-- The words of a name without case, accents and punctuation: "O’Brien-Müller, Zoë" is {obrien,muller,zoe}.
create function app.name_words(p_name text) returns text[] language sql immutable parallel safe
  return array_remove(string_to_array(translate(
    -- letters and their accents apart, where there are any
    lower(case when octet_length(p_name) = length(p_name) then p_name
               else regexp_replace(normalize(p_name, nfkd), '[\u0300-\u036f]', '', 'g') end),
    ' .,;:"“”()/-''’`´', '            '), ' '), '');
-- The same in one order: "Berg, Nora" and "Nora Berg" are equal.
create function app.words_key(p_words text[]) returns text language sql immutable parallel safe
  return case cardinality(p_words)
    when 2 then case when p_words[1] collate "C" <= p_words[2] then p_words[1] || ' ' || p_words[2]
                     else p_words[2] || ' ' || p_words[1] end
    when 1 then p_words[1]
    else (select coalesce(string_agg(w, ' ' order by w collate "C"), '') from unnest(p_words) w) end;
create function app.name_key(p_name text) returns text language sql immutable parallel safe
  return app.words_key(app.name_words(p_name));
-- Whether two words may be one name: Max and Maximilian, Jon and John, Katherine and Catherine.
create function app.words_alike(p_one text, p_other text) returns boolean language sql immutable parallel safe
  return starts_with(p_one, p_other) or starts_with(p_other, p_one) or extensions.similarity(p_one, p_other) >= 0.28;

create index patients_name_key_idx on public.patients (clinic_id, app.name_key(full_name)) where merged_into is null;
create index patients_email_idx on public.patients (clinic_id, email) where merged_into is null and email is not null;

-- Pairs that somebody has looked at and found to be two people.
create table app.dismissed_duplicates (
  clinic_id        uuid not null references public.clinics on delete restrict,
  patient_id       uuid not null,
  other_patient_id uuid not null,
  dismissed_at     timestamptz not null,
  dismissed_by     uuid references auth.users on delete set null,
  primary key (clinic_id, patient_id, other_patient_id),
  constraint dismissed_duplicates_in_order check (patient_id < other_patient_id),
  constraint dismissed_duplicates_patient_fkey foreign key (clinic_id, patient_id)
    references public.patients (clinic_id, id) on delete restrict,
  constraint dismissed_duplicates_other_fkey foreign key (clinic_id, other_patient_id)
    references public.patients (clinic_id, id) on delete restrict
);
comment on table app.dismissed_duplicates is 'Health data: pairs of patients that look alike and are two people, as somebody of the clinic has said.';
create index dismissed_duplicates_other_idx on app.dismissed_duplicates (clinic_id, other_patient_id);
create index dismissed_duplicates_dismissed_by_idx on app.dismissed_duplicates (dismissed_by) where dismissed_by is not null;
alter table app.dismissed_duplicates enable row level security;
alter table app.dismissed_duplicates force row level security;
create policy dismissed_duplicates_all_system on app.dismissed_duplicates to system using (true) with check (true);
grant select, insert, delete on app.dismissed_duplicates to system;

-- As in 0230, without the pairs: a record that became part of another is compared no more.
create or replace function app.patient_references() returns table (table_name text, column_name text, key text[])
language sql stable set search_path = '' as $$
  select c.conrelid::regclass::text, a.attname::text,
         array(select k.attname::text from pg_catalog.pg_index i
                 join pg_catalog.pg_attribute k on k.attrelid = i.indrelid and k.attnum = any (i.indkey)
                where i.indrelid = c.conrelid and i.indisprimary order by k.attnum)
    from pg_catalog.pg_constraint c
    join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
   where c.contype = 'f' and c.confrelid = 'public.patients'::regclass and cardinality(c.conkey) = 2 and c.conparentid = 0
     and c.conrelid::regclass::text
         <> all (array['public.patients', 'app.patient_merges', 'app.erasures', 'app.dismissed_duplicates'])
   order by 1, 2
$$;

-- The pairs that look like one person, and why. Twins and families share a surname, a phone and an address: without a given name
-- in common they are none, and a parent of the same name is born long before. What more than 20 records share is a placeholder
-- or a front desk's number, and says nothing.
create function app.likely_duplicates(p_clinic uuid)
returns table (patient_id uuid, other_patient_id uuid, same_name boolean, similar_name boolean, same_birth boolean,
               same_phone boolean, same_email boolean)
language sql stable set search_path = '' as $$
  with people as (
    select p.id, app.name_key(p.full_name) as name_key, p.email, d.phone, d.date_of_birth as born_on
      from public.patients p
      left join public.patient_details d on d.clinic_id = p.clinic_id and d.patient_id = p.id
     where p.clinic_id = p_clinic and p.merged_into is null
       and not exists (select from app.erasures e where e.clinic_id = p_clinic and e.patient_id = p.id)
  ), alike as (
    select array_agg(p.id order by p.id) as ids
      from people p
     cross join lateral (values ('name', p.name_key), ('born', p.born_on::text), ('phone', p.phone), ('email', p.email)) k (kind, value)
     where k.value <> ''
     group by k.kind, k.value having count(*) between 2 and 20
  ), pairs as (
    select distinct one.id as one, other.id as other
      from alike cross join lateral unnest(alike.ids) one (id) cross join lateral unnest(alike.ids) other (id)
     where one.id < other.id
  ), compared as (
    select pairs.one, pairs.other,
           app.words_key(w.one) = app.words_key(w.other) as same_name,
           coalesce(ad.date_of_birth = bd.date_of_birth, false) as same_birth,
           coalesce(ad.phone = bd.phone, false) as same_phone, coalesce(a.email = b.email, false) as same_email,
           coalesce(ad.date_of_birth <> bd.date_of_birth, false) as other_birth,
           coalesce(abs(ad.date_of_birth - bd.date_of_birth) > 3653, false) as far_apart,
           app.words_key(w.one) = app.words_key(w.other) or app.words_alike(w.one[1], w.other[1]) as same_given,
           app.words_key(w.one) = app.words_key(w.other) or w.one[2:] && w.other[2:]
             or app.words_alike(w.one[cardinality(w.one)], w.other[cardinality(w.other)]) as same_surname
      from pairs
      -- by their keys, row by row: nothing here depends on what the planner knows of the pairs
      join public.patients a on a.clinic_id = p_clinic and a.id = pairs.one
      join public.patients b on b.clinic_id = p_clinic and b.id = pairs.other
      left join public.patient_details ad on ad.clinic_id = p_clinic and ad.patient_id = a.id
      left join public.patient_details bd on bd.clinic_id = p_clinic and bd.patient_id = b.id
     cross join lateral (select app.name_words(a.full_name) as one, app.name_words(b.full_name) as other offset 0) w
  )
  select c.one, c.other, c.same_name, c.same_given and not c.same_name, c.same_birth, c.same_phone, c.same_email
    from compared c
   where not c.far_apart
     and (c.same_name and not c.other_birth
          or c.same_birth and c.same_given and c.same_surname
          or (c.same_phone or c.same_email) and (c.same_given or c.same_birth and not c.same_surname))
$$;
-- The same for somebody who is about to be entered: whom the clinic may have already. At most 3.
create function app.patients_like(p_clinic uuid, p_name text, p_email text) returns table (patient_id uuid, same_email boolean)
language sql stable set search_path = '' as $$
  select p.id, coalesce(p.email = p_email, false)
    from public.patients p
   where p.clinic_id = p_clinic and p.merged_into is null
     and (app.name_key(p.full_name) = nullif(app.name_key(p_name), '') or p.email = nullif(p_email, ''))
     and not exists (select from app.erasures e where e.clinic_id = p_clinic and e.patient_id = p.id)
   order by 2 desc, p.id limit 3
$$;
do $$
declare
  f text;
begin
  foreach f in array array['app.name_words(text)', 'app.words_key(text[])', 'app.name_key(text)', 'app.words_alike(text, text)',
                           'app.likely_duplicates(uuid)', 'app.patients_like(uuid, text, text)'] loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to system', f);
  end loop;
end $$;
grant usage on schema extensions to system;
grant execute on function extensions.similarity(text, text) to system;
