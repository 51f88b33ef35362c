/** Several reads in one request (docs/decisions/0119). */
/**
 * Actions that only read, each in a read-only transaction. Only they answer to GET, which any page can make a browser
 * send.
 */
const readingActions: ReadonlySet<string> = new Set([
  'broadcasts',
  'check-subscription',
  'clinic-closing',
  'clinic-security',
  'count-possible-duplicates',
  'count-uninvited',
  'dashboard-figures',
  'featured-presentations',
  'feedback-counts',
  'file-links',
  'get-presentation-slides',
  'held-times',
  'lacking-features',
  'learning-figures',
  'list-presentations',
  'membership-metrics',
  'message-counts',
  'money-overview',
  'money-report',
  'open-visits',
  'own-account-offer',
  'own-address-change',
  'own-invitations',
  'own-programs',
  'own-wards',
  'setup-checklist',
  'storage-use',
  'support-accesses',
  'visit-days',
])

/** Actions that write only the audit of reads. */
const recordedActions: ReadonlySet<string> = new Set([
  'get-user-profiles',
  'guardians',
  'handover-visits',
  'list-members',
  'person',
  'preview-broadcast',
  'quiet-members',
  'visit-calls',
  'visit-obstacles',
  'visits-ahead',
  'visit-reach',
])

export function isReadingAction(name: string): boolean {
  return readingActions.has(name)
}

/** Accepts several reads by POST. */
export const readsPath = '/reads/v1'

/**
 * Marks the moment before an answer's reads. A page sends it when it opens the stream of changes, to receive those
 * announced since (docs/decisions/0118).
 */
export const liveMarkHeader = 'x-live-mark'

/** The product's time, ISO 8601, in each answer that no cache stores: pages set their clock by it. */
export const nowHeader = 'x-now'

/** More are sent as a second request. */
export const maxReads = 40

const functionPath = '/functions/v1/'

/** Whether a request only reads, so that a retry is safe. The read may be audited. */
export function isRead(method: string, path: string): boolean {
  if (path.startsWith('/rest/v1/')) return method === 'GET'
  const name = path.startsWith(functionPath) ? path.slice(functionPath.length) : ''
  if (method === 'GET') return isReadingAction(name)
  return method === 'POST' && (isReadingAction(name) || recordedActions.has(name))
}

/** Sent as `{ reads: Read[] }`. A read is identified by its index. */
export interface Read {
  method: 'GET' | 'POST'
  /** With its query, relative to the origin. */
  path: string
  headers: Record<string, string>
  body?: string
}

/** A line of the answer, one for each read, in order of completion. */
export interface ReadAnswer {
  /** The read's index. */
  of: number
  status: number
  headers: Record<string, string>
  body: string
}
