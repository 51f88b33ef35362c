import { queryOptions } from '@tanstack/react-query'
import type { Place } from '#domain/appointments/scheduling.ts'
import type { AppointmentStatus } from '#domain/appointments/visits.ts'
import { formatMoney } from '#domain/values/money.ts'
import { callFunction, rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { readAll } from '#web/lib/fetch/read-all.ts'
import { serverNow } from '#web/lib/page/clock.ts'

/** A patient's own visit. Instants are ISO strings. */
export interface OwnVisit {
  id: string
  type: string
  providerId: string | null
  startsAt: string
  endsAt: string
  date: string
  time: string
  timeZone: string
  durationMinutes: number
  place: Place
  status: AppointmentStatus
  canceledByPatient: boolean
  sequence: number
  confirmedAt: string | null
  /** accepted when it was booked or confirmed; null: none */
  fee: OwnFee | null
}

export interface OwnFee {
  lateCancelCents: number | null
  currency: string
  cancelWindowHours: number
  /** the words that were accepted */
  terms: string
  /** cents that the clinic has charged */
  chargedCents: number | null
}

/** In hours: as accepted with the fees, or else as the kind of visit states today. */
export const cancelHoursOf = (visit: Pick<OwnVisit, 'fee'>, type?: { cancelWindowHours: number }): number =>
  visit.fee?.cancelWindowHours ?? type?.cancelWindowHours ?? 0

/** That the clinic may charge once the visit is canceled late. */
export const lateFeeOf = ({ fee, status }: Pick<OwnVisit, 'fee' | 'status'>): string | null =>
  fee?.lateCancelCents && status === 'upcoming' ? formatMoney(fee.lateCancelCents, fee.currency) : null

/** Whether the patient can say that they will come. */
export function isAnswerable({ status, startsAt }: OwnVisit): boolean {
  return status === 'upcoming' && new Date(startsAt) > serverNow()
}

function ownFeeOf(row: {
  late_cancel_cents: number | null
  no_show_cents: number | null
  currency: string
  cancel_window_hours: number
  terms: string
  reason: string | null
  charged_at: string | null
}): OwnFee {
  const charged = row.reason === 'no_show' ? row.no_show_cents : row.late_cancel_cents
  return {
    lateCancelCents: row.late_cancel_cents,
    currency: row.currency,
    cancelWindowHours: row.cancel_window_hours,
    terms: row.terms,
    chargedCents: row.charged_at === null ? null : charged,
  }
}

/** The caller's visits, newest first. For patients only: the clinic's team would get all visits. */
export function ownVisitsQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'appointments', 'own'),
    staleTime: 30_000,
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }): Promise<OwnVisit[]> => {
      const rows = await readAll((from, to) =>
        rest
          .from('appointments')
          .select(
            'id,type,provider_id,starts_at,ends_at,date,time,time_zone,duration_minutes,place,status,canceled_by_patient,sequence,confirmed_at,fee:visit_fees(type,late_cancel_cents,no_show_cents,currency,cancel_window_hours,terms,reason,charged_at)',
          )
          .order('starts_at', { ascending: false })
          .order('id')
          .range(from, to)
          .abortSignal(signal),
      )
      return rows.map((row) => ({
        id: row.id,
        type: row.type,
        providerId: row.provider_id,
        startsAt: row.starts_at,
        endsAt: row.ends_at,
        date: row.date,
        time: row.time,
        timeZone: row.time_zone,
        durationMinutes: row.duration_minutes,
        place: row.place as Place,
        status: row.status as AppointmentStatus,
        canceledByPatient: row.canceled_by_patient,
        sequence: row.sequence,
        confirmedAt: row.confirmed_at,
        fee: row.fee?.type === row.type ? ownFeeOf(row.fee) : null,
      }))
    },
  })
}

export function visitPlansQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'appointments', 'visit-plans'),
    staleTime: 60_000,
    queryFn: async (): Promise<ReadonlyMap<string, string | null>> => {
      const { types } = await callFunction('visit-plans')
      return new Map(types.map(({ key, plan }) => [key, plan]))
    },
  })
}

export interface VisitPlace {
  address: string
  directions: string
}

export function visitPlaceQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'appointments', 'place'),
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }): Promise<VisitPlace> => {
      const { data, error } = await rest
        .from('scheduling_settings')
        .select('visit_address,directions')
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      return { address: data?.visit_address ?? '', directions: data?.directions ?? '' }
    },
  })
}
