import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Place } from '#domain/appointments/scheduling.ts'
import type { AppointmentFilter, AppointmentStatus } from '#domain/appointments/visits.ts'
import { addDays } from '#domain/values/zones.ts'
import { patientIdsFound } from '#web/lib/clinic/patients-found.ts'
import { callFunction, rest } from '#web/lib/fetch/api.ts'
import { containing } from '#web/lib/fetch/containing.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { serverNow } from '#web/lib/page/clock.ts'

/** A visit as the team sees it. Instants are ISO strings. */
export interface TeamVisit {
  id: string
  patientId: string
  patientName: string
  /** the patient's account, if any */
  patientUserId: string | null
  providerId: string | null
  roomId: string | null
  seriesId: string | null
  type: string
  startsAt: string
  endsAt: string
  date: string
  time: string
  timeZone: string
  durationMinutes: number
  status: AppointmentStatus
  notes: string | null
  version: number
  arrivedAt: string | null
  startedAt: string | null
  confirmedAt: string | null
  confirmedThrough: 'link' | 'portal' | 'desk' | null
}

export interface VisitQuery {
  filter: AppointmentFilter
  search: string
  /** in the clinic's time zone, YYYY-MM-DD */
  today: string
  size: number
  /** for All Appointments: number of days before today */
  daysBack: number
  /** only this one */
  visitId?: string | null
}

export const visitColumns =
  'id,patient_id,provider_id,room_id,series_id,type,starts_at,ends_at,date,time,time_zone,duration_minutes,status,notes,version,arrived_at,started_at,confirmed_at,confirmed_through,patient:patients(full_name,user_id)'

/** The team's list (docs/specification.md B4), with one extra visit if there are more. The server records it. */
export function visitsQuery(slug: string, query: VisitQuery) {
  return queryOptions({
    queryKey: clinicKey(slug, 'appointments', 'list', query),
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<TeamVisit[]> => {
      const { filter, search, today, size, daysBack, visitId } = query
      const isPast = filter === 'past'
      let request = rest
        .from('appointments')
        .select(visitColumns)
        .neq('status', 'canceled')
        .order('starts_at', { ascending: !isPast })
        .limit(size + 1)
        .abortSignal(signal)
      if (visitId) request = request.eq('id', visitId)
      if (filter === 'today') request = request.eq('date', today)
      if (filter === 'upcoming')
        request = request.gte('date', today).or(`date.gt.${today},status.in.(upcoming,requested)`)
      if (filter === 'requested')
        request = request.eq('status', 'requested').gte('ends_at', serverNow().toISOString())
      if (filter === 'open')
        request = request
          .in('status', ['requested', 'upcoming'])
          .lt('ends_at', serverNow().toISOString())
          .or(`started_at.is.null,date.lt.${today}`)
      if (isPast) request = request.in('status', ['completed', 'no_show'])
      if (filter === 'all' && search === '' && !visitId)
        request = request.gte('date', addDays(today, -daysBack))
      if (search !== '') {
        const pattern = containing(search)
        const byNotes = `notes.ilike."${pattern.replaceAll(/["\\]/g, String.raw`\$&`)}"`
        const ids = await patientIdsFound(search)
        request = request.or(ids.length > 0 ? `patient_id.in.(${ids}),${byNotes}` : byNotes)
      }
      const { data, error } = await request
      if (error) throw error
      const visits = (data as unknown as VisitRow[]).map(visitOf)
      return isPast ? visits.toReversed() : visits
    },
  })
}

/** The number of visits that the filter `open` lists. */
export function openVisitsQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'appointments', 'open-count'),
    refetchOnWindowFocus: true,
    queryFn: () => callFunction('open-visits', {}),
  })
}

export interface VisitRow {
  id: string
  patient_id: string
  provider_id: string | null
  room_id: string | null
  series_id: string | null
  type: string
  starts_at: string
  ends_at: string
  date: string
  time: string
  time_zone: string
  duration_minutes: number
  status: string
  notes: string | null
  version: number
  arrived_at: string | null
  started_at: string | null
  confirmed_at: string | null
  confirmed_through: string | null
  patient: { full_name: string; user_id: string | null } | null
}

export function visitOf(row: VisitRow): TeamVisit {
  return {
    id: row.id,
    patientId: row.patient_id,
    patientName: row.patient?.full_name ?? '',
    patientUserId: row.patient?.user_id ?? null,
    providerId: row.provider_id,
    roomId: row.room_id,
    seriesId: row.series_id,
    type: row.type,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    date: row.date,
    time: row.time,
    timeZone: row.time_zone,
    durationMinutes: row.duration_minutes,
    status: row.status as AppointmentStatus,
    notes: row.notes,
    version: row.version,
    arrivedAt: row.arrived_at,
    startedAt: row.started_at,
    confirmedAt: row.confirmed_at,
    confirmedThrough: row.confirmed_through as TeamVisit['confirmedThrough'],
  }
}

export interface VisitType {
  key: string
  name: string
  durationMinutes: number
  place: Place
  videoLink: string | null
  patientsBook: 'no' | 'request' | 'yes'
  cancelWindowHours: number
  cancelPolicy: string
  bring: string
  isActive: boolean
  /** counts its changes */
  version: number
  /** fees that patients accept when they book or confirm; null: none */
  lateCancelCents: number | null
  noShowCents: number | null
  feeText: string
}

export function visitTypesQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'appointments', 'types'),
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }): Promise<VisitType[]> => {
      const { data, error } = await rest
        .from('appointment_types')
        .select(
          'key,name,duration_minutes,place,video_link,patients_book,cancel_window_hours,cancel_policy,bring,is_active,version,late_cancel_fee_cents,no_show_fee_cents,fee_text',
        )
        .order('position')
        .order('name')
        .abortSignal(signal)
      if (error) throw error
      return data.map((row) => ({
        key: row.key,
        name: row.name,
        durationMinutes: row.duration_minutes,
        place: row.place as Place,
        videoLink: row.video_link,
        patientsBook: row.patients_book as VisitType['patientsBook'],
        cancelWindowHours: row.cancel_window_hours,
        cancelPolicy: row.cancel_policy,
        bring: row.bring,
        isActive: row.is_active,
        version: row.version,
        lateCancelCents: row.late_cancel_fee_cents,
        noShowCents: row.no_show_fee_cents,
        feeText: row.fee_text,
      }))
    },
  })
}

/** A team member who sees patients. */
export interface Provider {
  id: string
  name: string
  title: string
  /** keys of visit types; empty: all */
  types: string[]
  isActive: boolean
}

export function providersQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'appointments', 'providers'),
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }): Promise<Provider[]> => {
      const { data, error } = await rest
        .from('providers')
        .select('id,name,title,types,is_active')
        .order('name')
        .abortSignal(signal)
      if (error) throw error
      return data.map(({ id, name, title, types, is_active }) => ({
        ...{ id, name, title, types },
        isActive: is_active,
      }))
    },
  })
}

/** A room. Visits still refer to a room after it is closed. */
export interface Room {
  id: string
  name: string
  isActive: boolean
  version: number
}

/** All rooms, including closed ones; most clinics have none. */
export function roomsQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'appointments', 'rooms'),
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }): Promise<Room[]> => {
      const { data, error } = await rest
        .from('rooms')
        .select('id,name,is_active,version')
        .order('name')
        .abortSignal(signal)
      if (error) throw error
      return data.map(({ id, name, is_active, version }) => ({ id, name, isActive: is_active, version }))
    },
  })
}

export interface FreeTimesWish {
  appointmentType: string
  providerId?: string | undefined
  from: string
  days: number
  appointmentId?: string | undefined
  /** for the team: the patient of a new visit */
  patientId?: string | undefined
}

/** Cached briefly, since others may book. */
export function freeTimesQuery(slug: string, wish: FreeTimesWish) {
  return queryOptions({
    queryKey: clinicKey(slug, 'appointments', 'free-times', wish),
    staleTime: 15_000,
    refetchOnWindowFocus: true,
    enabled: wish.appointmentType !== '' && wish.from !== '',
    queryFn: () =>
      callFunction('free-times', {
        appointmentType: wish.appointmentType,
        from: wish.from,
        days: wish.days,
        ...(wish.providerId && { providerId: wish.providerId }),
        ...(wish.appointmentId && { appointmentId: wish.appointmentId }),
        ...(wish.patientId && { patientId: wish.patientId }),
      }),
  })
}

/** The kinds of visit that patients can book; none without a provider. */
export function bookableTypes(
  types: readonly VisitType[],
  providers: readonly Pick<Provider, 'isActive'>[],
): VisitType[] {
  if (!providers.some(({ isActive }) => isActive)) return []
  return types.filter(({ isActive, patientsBook }) => isActive && patientsBook !== 'no')
}
