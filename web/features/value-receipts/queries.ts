import { queryOptions } from '@tanstack/react-query'
import type { ValueSettingsForm } from '#domain/value-receipts/inputs.ts'
import {
  type ServicePrices,
  typedPrices,
  type ValueAudience,
  type ValueLine,
  type ValueReceipt,
} from '#domain/value-receipts/value-receipts.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction, rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

export interface VisitKind {
  key: string
  name: string
}

export interface ValueSettings {
  kinds: VisitKind[]
  form: ValueSettingsForm
}

/** Recipients of value receipts, and a price for every service; version 0: not saved yet. */
export function valueSettingsQuery(clinic: Pick<Clinic, 'id' | 'subdomain' | 'currency'>) {
  return queryOptions({
    queryKey: clinicKey(clinic.subdomain, 'value-receipts', 'settings'),
    queryFn: async ({ signal }): Promise<ValueSettings> => {
      const [settings, types] = await Promise.all([
        rest
          .from('value_receipt_settings')
          .select('audience,prices,version')
          .eq('clinic_id', clinic.id)
          .abortSignal(signal)
          .maybeSingle(),
        rest
          .from('appointment_types')
          .select('key,name')
          .eq('clinic_id', clinic.id)
          .eq('is_active', true)
          .order('position')
          .order('key')
          .abortSignal(signal),
      ])
      if (settings.error) throw settings.error
      if (types.error) throw types.error
      const stored = typedPrices((settings.data?.prices ?? {}) as ServicePrices, clinic.currency)
      const services = ['message', 'lesson', ...types.data.map(({ key }) => `visit:${key}`)]
      return {
        kinds: types.data,
        form: {
          version: settings.data?.version ?? 0,
          audience: (settings.data?.audience ?? 'nobody') as ValueAudience,
          ...Object.fromEntries(services.map((service) => [service, stored[service] ?? ''])),
        },
      }
    },
  })
}

/** Read rates and effects of receipts. Admins only. */
export function valueFiguresQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'value-receipts', 'figures'),
    queryFn: () => callFunction('value-figures'),
  })
}

const columns =
  'id,span,first_on,last_on,plan_name,currency,lines,value_cents,paid_cents,people,made_at,opened_at' as const

/** Value receipts of the reader or their ward, newest first. */
export function ownValueReceiptsQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'own-value-receipts'),
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }): Promise<ValueReceipt[]> => {
      const { data, error } = await rest
        .from('value_receipts')
        .select(columns)
        .order('last_on', { ascending: false })
        .order('span')
        .order('id')
        .abortSignal(signal)
      if (error) throw error
      return data.map(receiptOf)
    },
  })
}

export interface PatientValueReceipt extends ValueReceipt {
  /** true if the patient can read it */
  isShown: boolean
}

/**
 * A patient's value receipts, for admins, including those hidden from the patient; null without any. The server records
 * the read.
 */
export function valueReceiptsOfQuery(slug: string, patientId: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'value-receipts', 'of', patientId),
    // each opening must record a read
    gcTime: 0,
    queryFn: async ({ signal }): Promise<PatientValueReceipt[] | null> => {
      const { data, error } = await rest
        .from('value_receipts')
        .select(`${columns},is_shown`)
        .eq('patient_id', patientId)
        .order('last_on', { ascending: false })
        .order('span')
        .order('id')
        .abortSignal(signal)
      if (error) throw error
      return data.length === 0 ? null : data.map((row) => ({ ...receiptOf(row), isShown: row.is_shown }))
    },
  })
}

function receiptOf(row: {
  id: string
  span: string
  first_on: string
  last_on: string
  plan_name: string
  currency: string
  lines: unknown
  value_cents: number
  paid_cents: number
  people: number
  made_at: string
  opened_at: string | null
}): ValueReceipt {
  return {
    id: row.id,
    span: row.span as ValueReceipt['span'],
    firstOn: row.first_on,
    lastOn: row.last_on,
    planName: row.plan_name,
    currency: row.currency,
    lines: row.lines as ValueLine[],
    valueCents: row.value_cents,
    paidCents: row.paid_cents,
    people: row.people,
    madeAt: row.made_at,
    openedAt: row.opened_at,
  }
}
