import { queryOptions } from '@tanstack/react-query'
import { rest } from '#web/lib/fetch/api.ts'
import { pollUnlessLive } from '#web/lib/fetch/poll-unless-live.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

export interface WaitlistEntry {
  id: string
  patientId: string
  /** empty if patients read their own */
  patientName: string
  type: string
  providerId: string | null
  /** the visit that an earlier time replaces */
  appointmentId: string | null
  days: number[]
  opens: string | null
  closes: string | null
  until: string
  createdAt: string
}

/** An offered time without an answer. Instants are ISO strings. */
export interface WaitlistOffer {
  id: string
  entryId: string
  patientName: string
  providerId: string
  type: string
  startsAt: string
  endsAt: string
  timeZone: string
  expiresAt: string
}

export interface Waitlist {
  entries: WaitlistEntry[]
  offers: WaitlistOffer[]
}

const entryColumns = 'id,patient_id,type,provider_id,appointment_id,days,opens,closes,until,created_at'
const offerColumns = 'id,entry_id,patient_id,provider_id,type,starts_at,duration_minutes,time_zone,expires_at'

/** A patient's own waitlist. @param today the clinic's date, to drop requests for past days */
export function ownWaitlistQuery(slug: string, today: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'waitlist', 'own', today),
    refetchOnWindowFocus: true,
    refetchInterval: pollUnlessLive,
    queryFn: ({ signal }) => readWaitlist('', today, signal),
  })
}

/** All entries, for the team. The server records the read. */
export function teamWaitlistQuery(slug: string, today: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'appointments', 'waitlist', today),
    refetchOnWindowFocus: true,
    queryFn: ({ signal }) => readWaitlist(',patient:patients(full_name)', today, signal),
  })
}

/** A patient's entries, for the team. The server records the read. */
export function personWaitlistQuery(slug: string, patientId: string, today: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'appointments', 'waitlist', today, patientId),
    queryFn: ({ signal }) => readWaitlist('', today, signal, patientId),
  })
}

async function readWaitlist(
  names: string,
  today: string,
  signal: AbortSignal,
  patientId?: string,
): Promise<Waitlist> {
  let waiting = rest
    .from('waitlist_entries')
    .select(`${entryColumns}${names}`)
    .eq('status', 'waiting')
    .gte('until', today)
  let offered = rest.from('waitlist_offers').select(`${offerColumns}${names}`).eq('status', 'open')
  if (patientId) {
    waiting = waiting.eq('patient_id', patientId)
    offered = offered.eq('patient_id', patientId)
  }
  const [entries, offers] = await Promise.all([
    waiting.order('created_at').order('id').limit(500).abortSignal(signal),
    offered.order('expires_at').limit(500).abortSignal(signal),
  ])
  if (entries.error) throw entries.error
  if (offers.error) throw offers.error
  return {
    entries: (entries.data as unknown as EntryRow[]).map((row) => ({
      id: row.id,
      patientId: row.patient_id,
      patientName: row.patient?.full_name ?? '',
      type: row.type,
      providerId: row.provider_id,
      appointmentId: row.appointment_id,
      days: row.days,
      opens: row.opens,
      closes: row.closes,
      until: row.until,
      createdAt: row.created_at,
    })),
    offers: (offers.data as unknown as OfferRow[]).map((row) => ({
      id: row.id,
      entryId: row.entry_id,
      patientName: row.patient?.full_name ?? '',
      providerId: row.provider_id,
      type: row.type,
      startsAt: row.starts_at,
      endsAt: new Date(Date.parse(row.starts_at) + row.duration_minutes * 60_000).toISOString(),
      timeZone: row.time_zone,
      expiresAt: row.expires_at,
    })),
  }
}

interface EntryRow {
  id: string
  patient_id: string
  type: string
  provider_id: string | null
  appointment_id: string | null
  days: number[]
  opens: string | null
  closes: string | null
  until: string
  created_at: string
  patient?: { full_name: string } | null
}

interface OfferRow {
  id: string
  entry_id: string
  provider_id: string
  type: string
  starts_at: string
  duration_minutes: number
  time_zone: string
  expires_at: string
  patient?: { full_name: string } | null
}
