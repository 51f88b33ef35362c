/** Reads that travel together: one request to the server carries several, and its answer each of theirs (docs/decisions/0119). */
/**
 * Actions that only read: each runs in a transaction that Postgres refuses to write in. They alone answer to GET, which any
 * page can make a browser send.
 */
const readingActions: ReadonlySet<string> = new Set([
  'check-subscription',
  'clinic-closing',
  'clinic-security',
  'count-possible-duplicates',
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
  'own-invitations',
  'own-programs',
  'own-wards',
  'setup-checklist',
  'storage-use',
  'support-accesses',
  'visit-days',
])

/** Actions that change nothing but the record of who looked. */
const recordedActions: ReadonlySet<string> = new Set([
  'get-user-profiles',
  'guardians',
  'list-members',
  'newest-members',
  'person',
  'visit-obstacles',
])

/** Whether an action writes nothing at all, so that its transaction can be read-only. */
export function isReadingAction(name: string): boolean {
  return readingActions.has(name)
}

/** Where several reads are sent: POST. */
export const readsPath = '/reads/v1'

/**
 * A mark of the moment before the reads of an answer, which a page gives back when it opens the stream of changes: it then
 * hears of what was announced in between (docs/decisions/0118).
 */
export const liveMarkHeader = 'x-live-mark'

/** More are sent as a second request. */
export const maxReads = 40

const functionPath = '/functions/v1/'

/** Whether a request only reads, rows or by an action, so that it may be sent twice. Reading may be recorded. */
export function isRead(method: string, path: string): boolean {
  if (path.startsWith('/rest/v1/')) return method === 'GET'
  const name = path.startsWith(functionPath) ? path.slice(functionPath.length) : ''
  if (method === 'GET') return isReadingAction(name)
  return method === 'POST' && (isReadingAction(name) || recordedActions.has(name))
}

/** What is sent: `{ reads: Read[] }`. A read is known by its place in the list. */
export interface Read {
  method: 'GET' | 'POST'
  /** With its query, from the origin on. */
  path: string
  headers: Record<string, string>
  body?: string
}

/** A line of the answer, one for each read, in the order in which they are answered. */
export interface ReadAnswer {
  /** The read's place in the list. */
  of: number
  status: number
  headers: Record<string, string>
  body: string
}
