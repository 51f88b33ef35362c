import { createHash } from 'node:crypto'

/** Numbered from 1, with ids derived from the number, so that requests for any clinic need no query. */
export interface BenchClinic {
  id: string
  subdomain: string
  staffId: string
  sessionId: string
  patientId(number: number): string
}

const patientsPerClinic = 20
export const days = 5
export const appointmentsPerDay = 8
export const firstDay = '2026-03-02'

export function benchClinic(number: number): BenchClinic {
  return {
    id: idOf(`clinic-${number}`),
    subdomain: `bench-${number}`,
    staffId: idOf(`staff-${number}`),
    sessionId: idOf(`session-${number}`),
    patientId: (patient) => idOf(`patient-${number}-${patient}`),
  }
}

// Equals `md5(name)::uuid` in SQL.
function idOf(name: string): string {
  return createHash('md5')
    .update(name)
    .digest('hex')
    .replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
}

/**
 * For a migrated database; run them as superuser.
 *
 * @param tables later tables that the schema already has
 * @param patients of each clinic; without any there are no appointments
 */
export function loadStatements(
  clinics: number,
  tables: { appointments: boolean; security: boolean },
  patients = patientsPerClinic,
): string[] {
  const people = `
    select c, kind || '-' || c as name, kind as role from generate_series(1, ${clinics}) c,
           unnest(array['admin', 'staff', 'member']) kind
    union all
    select c, 'patient-' || c || '-' || p, 'patient' from generate_series(1, ${clinics}) c,
           generate_series(1, ${patients}) p`
  return [
    // The rows are valid by construction; foreign key checks would take most of the time.
    `set session_replication_role = replica`,
    `insert into public.clinics (id, name, subdomain)
     select md5('clinic-' || c)::uuid, 'Bench clinic ' || c, 'bench-' || c from generate_series(1, ${clinics}) c`,
    `insert into auth.users (id, email, email_confirmed_at)
     select md5(name)::uuid, name || '@bench.test', now() from (${people}) people`,
    `insert into auth.sessions (id, user_id, refresh_key)
     select md5('session-' || c)::uuid, md5('staff-' || c)::uuid, sha256(c::text::bytea)
       from generate_series(1, ${clinics}) c`,
    `insert into public.clinic_memberships (clinic_id, user_id, role, status, accepted_at)
     select md5('clinic-' || c)::uuid, md5(name)::uuid, role, 'active', now() from (${people}) people`,
    `insert into public.patients (id, clinic_id, user_id, full_name, email)
     select md5(name)::uuid, md5('clinic-' || c)::uuid, md5(name)::uuid, 'Patient ' || name, name || '@bench.test'
       from (${people}) people where role = 'patient'`,
    ...(tables.appointments
      ? [`select app.start_clinic(id) from public.clinics`, ...(patients > 0 ? [appointments(clinics)] : [])]
      : []),
    // No second factor required, as for clinics created before it existed.
    ...(tables.security
      ? [`insert into public.clinic_security (clinic_id, requires_mfa) select id, false from public.clinics`]
      : []),
    `set session_replication_role = default`,
    `vacuum analyze public.clinics`,
    `vacuum analyze auth.users`,
    `vacuum analyze auth.sessions`,
    `vacuum analyze public.clinic_memberships`,
    `vacuum analyze public.patients`,
    ...(tables.appointments ? [`vacuum analyze public.appointments`] : []),
    ...(tables.security ? [`vacuum analyze public.clinic_security`] : []),
  ]
}

// Eight visits a day, 45 minutes apart; sets the columns that triggers would compute.
function appointments(clinics: number): string {
  return `
    insert into public.appointments (clinic_id, patient_id, type, starts_at, ends_at, time_zone, date, time, duration_minutes)
    select clinic_id, patient_id, 'checkup', starts_at, starts_at + interval '30 minutes', 'America/New_York',
           (starts_at at time zone 'America/New_York')::date,
           to_char(starts_at at time zone 'America/New_York', 'HH24:MI'), 30
      from (select md5('clinic-' || c)::uuid as clinic_id,
                   md5('patient-' || c || '-' || (1 + (d * ${appointmentsPerDay} + slot) % ${patientsPerClinic}))::uuid
                     as patient_id,
                   timestamptz '${firstDay} 14:00Z' + d * interval '1 day' + slot * interval '45 minutes' as starts_at
              from generate_series(1, ${clinics}) c, generate_series(0, ${days - 1}) d,
                   generate_series(0, ${appointmentsPerDay - 1}) slot) visits`
}
