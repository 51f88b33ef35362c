import { queryOptions } from '@tanstack/react-query'
import type { AppointmentTypeForm } from '#domain/appointments/scheduling.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

export function typeFormsQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'appointments', 'type-forms'),
    queryFn: async ({ signal }): Promise<(AppointmentTypeForm & { key: string })[]> => {
      const { data, error } = await rest
        .from('appointment_types')
        .select('*,plans:appointment_type_plans(plan_id)')
        .order('position')
        .order('name')
        .abortSignal(signal)
      if (error) throw error
      return data.map((row) => ({
        key: row.key,
        version: row.version,
        name: row.name,
        durationMinutes: row.duration_minutes,
        beforeMinutes: row.before_minutes,
        afterMinutes: row.after_minutes,
        place: row.place as AppointmentTypeForm['place'],
        videoLink: row.video_link ?? '',
        patientsBook: row.patients_book as AppointmentTypeForm['patientsBook'],
        minNoticeMinutes: row.min_notice_minutes,
        maxNoticeDays: row.max_notice_days,
        cancelWindowHours: row.cancel_window_hours,
        cancelPolicy: row.cancel_policy,
        lateCancelFeeCents: row.late_cancel_fee_cents,
        noShowFeeCents: row.no_show_fee_cents,
        feeText: row.fee_text,
        bring: row.bring,
        isActive: row.is_active,
        plans: row.plans.map(({ plan_id }) => plan_id),
      }))
    },
  })
}

export interface HoursLine {
  day: number
  opens: string
  closes: string
  validFrom: string
  validUntil: string | null
}

export interface ProviderSettings {
  providerId: string
  version: number
  userId: string
  name: string
  title: string
  types: string[]
  isActive: boolean
  /** False after the membership ended or while it is suspended: no visit can be booked. */
  isOnTeam: boolean
  isPublic: boolean
  hours: HoursLine[]
}

export function providerSettingsQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'appointments', 'provider-settings'),
    queryFn: async ({ signal }): Promise<ProviderSettings[]> => {
      const { data, error } = await rest
        .from('providers')
        .select(
          'id,user_id,name,title,types,takes_appointments,is_on_team,is_public,version,hours:provider_hours(day,opens,closes,valid_from,valid_until)',
        )
        .order('name')
        .abortSignal(signal)
      if (error) throw error
      return data.map((row) => ({
        providerId: row.id,
        version: row.version,
        userId: row.user_id ?? '',
        name: row.name,
        title: row.title,
        types: row.types,
        isActive: row.takes_appointments,
        isOnTeam: row.is_on_team,
        isPublic: row.is_public,
        hours: row.hours.map(({ day, opens, closes, valid_from, valid_until }) => ({
          day,
          opens,
          closes,
          validFrom: valid_from,
          validUntil: valid_until,
        })),
      }))
    },
  })
}

export interface ExceptionRow {
  id: string
  providerId: string | null
  kind: 'off' | 'extra'
  title: string
  startsOn: string
  endsOn: string
  opens: string | null
  closes: string | null
}

export function exceptionsQuery(slug: string, today: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'appointments', 'exceptions', today),
    queryFn: async ({ signal }): Promise<ExceptionRow[]> => {
      const { data, error } = await rest
        .from('schedule_exceptions')
        .select('id,provider_id,kind,title,starts_on,ends_on,opens,closes')
        .gte('ends_on', today)
        .order('starts_on')
        .limit(300)
        .abortSignal(signal)
      if (error) throw error
      return data.map((row) => ({
        id: row.id,
        providerId: row.provider_id,
        kind: row.kind as ExceptionRow['kind'],
        title: row.title,
        startsOn: row.starts_on,
        endsOn: row.ends_on,
        opens: row.opens,
        closes: row.closes,
      }))
    },
  })
}

/** Plans on sale that can include a visit type; closed plans that include it stay. */
export function plansQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'appointments', 'plans'),
    queryFn: async ({ signal }): Promise<{ id: string; name: string; isOnSale: boolean }[]> => {
      const { data, error } = await rest
        .from('plans')
        .select('id,name,status')
        .in('status', ['published', 'closed'])
        .order('name')
        .abortSignal(signal)
      if (error) throw error
      return data.map(({ id, name, status }) => ({ id, name, isOnSale: status === 'published' }))
    },
  })
}

/** The clinic's scheduling rules; defaults without a row. */
export interface SchedulingSettings {
  calendarNames: boolean
  visitAddress: string
  directions: string
  version: number
}

export function schedulingSettingsQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'appointments', 'settings'),
    queryFn: async ({ signal }): Promise<SchedulingSettings> => {
      const { data, error } = await rest
        .from('scheduling_settings')
        .select('calendar_names,visit_address,directions,version')
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      return {
        calendarNames: data?.calendar_names ?? false,
        visitAddress: data?.visit_address ?? '',
        directions: data?.directions ?? '',
        version: data?.version ?? 0,
      }
    },
  })
}
