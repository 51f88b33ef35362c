import { appointmentsPerDay, type BenchClinic, benchClinic, days, firstDay } from './clinics.ts'

export interface JobStatement {
  sql: string
  params: (string | null)[]
}

export interface Job {
  name: string
  /** Goal: ratio to the thin server (docs/performance.md 3). */
  goal: number
  needsAppointments: boolean
  method: 'GET' | 'POST'
  /** Values that vary between requests: filters, or the body. Each occurs literally in `path` or `body`. */
  values(clinic: BenchClinic, random: () => number): string[]
  path(values: string[]): string
  headers: Record<string, string>
  body?(values: string[]): string
  status: number
  rows: number
  /** Rows that a caller of another clinic gets; absent if the rows are public. */
  foreignRows?: number
}

const day = (number: number) => new Date(Date.parse(`${firstDay}T00:00:00Z`) + number * 86_400_000)

export const jobs: Job[] = [
  {
    name: 'tenant by subdomain',
    goal: 0.75,
    needsAppointments: false,
    method: 'GET',
    values: (clinic) => [clinic.subdomain],
    path: ([subdomain]) => `/rest/v1/clinics?select=*&subdomain=eq.${subdomain}`,
    headers: {},
    status: 200,
    rows: 1,
  },
  {
    name: 'memberships + clinic',
    goal: 0.75,
    needsAppointments: false,
    method: 'GET',
    values: (clinic) => [clinic.staffId],
    path: ([userId]) =>
      `/rest/v1/clinic_memberships?select=*%2Cclinics%28id%2Cname%2Csubdomain%29&user_id=eq.${userId}`,
    headers: {},
    status: 200,
    rows: 1,
    foreignRows: 0,
  },
  {
    name: 'appointments of a day',
    goal: 0.75,
    needsAppointments: true,
    method: 'GET',
    values(clinic, random) {
      const number = Math.floor(random() * days)
      return [clinic.id, day(number).toISOString(), day(number + 1).toISOString()]
    },
    path: ([clinicId, from, to]) =>
      '/rest/v1/appointments?select=id%2Cpatient_id%2Ctype%2Cstarts_at%2Cduration_minutes%2Cstatus' +
      `&clinic_id=eq.${clinicId}&starts_at=gte.${from}&starts_at=lt.${to}&order=starts_at.asc`,
    headers: {},
    status: 200,
    rows: appointmentsPerDay,
    foreignRows: 0,
  },
  {
    name: 'insert appointment',
    goal: 0.75,
    needsAppointments: true,
    method: 'POST',
    values(clinic, random) {
      // Years after the days that are read, in so many half hours that a patient hardly gets one twice.
      const startsAt = Date.parse('2030-01-01T00:00:00Z') + Math.floor(random() * 130_000_000) * 30 * 60_000
      const row = {
        clinic_id: clinic.id,
        patient_id: clinic.patientId(1 + Math.floor(random() * 20)),
        type: 'checkup',
        starts_at: new Date(startsAt).toISOString(),
        duration_minutes: 30,
      }
      return [JSON.stringify(row)]
    },
    path: () => '/rest/v1/appointments?select=id',
    headers: { Prefer: 'return=representation', 'Content-Type': 'application/json' },
    body: ([row]) => row ?? '',
    status: 201,
    rows: 1,
  },
]

export function anyClinic(clinics: number, random: () => number): BenchClinic {
  return benchClinic(1 + Math.floor(random() * clinics))
}
