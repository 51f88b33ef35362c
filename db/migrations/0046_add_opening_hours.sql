-- When a clinic is open, as it tells its patients: public, like the rest of its profile.
alter table public.clinics
  -- [{"day": 1..7 (Monday is 1), "opens": "08:30", "closes": "17:00"}], wall times in the clinic's zone:
  -- domain/clinics/opening-hours.ts
  add column opening_hours jsonb not null default '[]'
    constraint clinics_opening_hours_is_a_list check (jsonb_typeof(opening_hours) = 'array');
