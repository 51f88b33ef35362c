/** What the benchmark's clinics have for free times: providers with weekly hours and visits, years ahead. */

export const providersPerClinic = 5
/** A Monday. */
export const firstDate = '2035-03-05'
export const freeDays = 14
const weekdays = 10
const visitTimes = ['10:00', '11:00', '14:00', '15:00']

/**
 * From nine to five a visit of half an hour begins at 31 quarters of an hour; each visit that is booked, two of them an hour
 * apart, takes three.
 */
export const timesPerClinic = providersPerClinic * weekdays * (31 - 3 * visitTimes.length)

/** Statements that add the schedules to a loaded database. To be run by a superuser. */
export const scheduleStatements: readonly string[] = [
  // the rows are valid by construction
  `set session_replication_role = replica`,
  `insert into public.providers (id, clinic_id, name)
   select md5('provider-' || c.id || '-' || p)::uuid, c.id, 'Provider ' || p
     from public.clinics c, generate_series(1, ${providersPerClinic}) p`,
  `insert into public.provider_hours (clinic_id, provider_id, day, opens, closes, valid_from)
   select p.clinic_id, p.id, day, '09:00', '17:00', '2020-01-01' from public.providers p, generate_series(1, 5) day`,
  `insert into app.busy_times (clinic_id, source_id, provider_id, patient_id, busy, visit)
   select p.clinic_id, gen_random_uuid(), p.id, gen_random_uuid(), span, span
     from public.providers p join public.clinics c on c.id = p.clinic_id,
          generate_series(0, ${freeDays - 1}) d, unnest(array['${visitTimes.join("','")}']::time[]) time,
          lateral (select (date '${firstDate}' + d + time) at time zone c.time_zone as starts_at) at,
          lateral (select tstzrange(starts_at, starts_at + interval '30 minutes') as span) spans
    where extract(isodow from date '${firstDate}' + d) < 6`,
  `set session_replication_role = default`,
  `vacuum analyze public.providers`,
  `vacuum analyze public.provider_hours`,
  `vacuum analyze app.busy_times`,
]
