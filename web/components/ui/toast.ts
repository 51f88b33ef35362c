/**
 * One toast at a time, a new one replaces the last (docs/specification.md A9); a replaced offer, such as "Undo", returns
 * after it. Failures and offers stay until dismissed, at most 1,000,000 ms; a failure that was readable leaves with its
 * page. Not a package: those write <style> elements, which the Content-Security-Policy
 * refuses.
 */
export type ToastKind = 'success' | 'error' | 'info' | 'loading'

export interface Toast {
  id: number
  kind: ToastKind
  title: string
  description?: string
  action?: { label: string; onClick(): void }
  /** For an action that is possible only so long. */
  lastsMs?: number
  /** For a success that the next page shows: the toast leaves with this page, and covers nothing of the next. */
  leavesOnArrival?: boolean
  /** Instant by `performance.now()`. */
  shownAt: number
}

const removalMs = 1_000_000
const shownMs = 5_000
/** A failure that was shown so long was readable. */
const readMs = 8_000

/** How long a toast stays: short for a plain confirmation (docs/decisions/0052). */
export function staysMs({ kind, action, lastsMs }: Pick<Toast, 'kind' | 'action' | 'lastsMs'>): number {
  if (lastsMs !== undefined) return lastsMs
  return action || kind === 'error' || kind === 'loading' ? removalMs : shownMs
}

let current: Toast | null = null
/** The last offer, while a later toast covers it. */
let covered: Toast | null = null
let lastId = 0
const listeners = new Set<() => void>()

type Rest = Pick<Toast, 'description' | 'action' | 'lastsMs' | 'leavesOnArrival'>

function show(kind: ToastKind, title: string, rest: Rest = {}): number {
  lastId += 1
  const next: Toast = { id: lastId, kind, title, ...rest, shownAt: performance.now() }
  if (isOffer(next)) covered = null
  else if (current && isOffer(current)) covered = current
  change(next)
  return lastId
}

/** A failure's action retries; the user finds it again on the page. */
function isOffer({ kind, action }: Toast): boolean {
  return action !== undefined && kind !== 'error'
}

function change(next: Toast | null): void {
  current = next
  for (const listener of listeners) listener()
}

/** The covered offer, unless its time has passed. */
function uncover(): Toast | null {
  const offer = covered
  covered = null
  return offer && performance.now() - offer.shownAt < staysMs(offer) ? offer : null
}

/** `toast.error('Save failed', { description })`; each returns an id for `dismiss`. */
export const toast = {
  success: (title: string, rest?: Rest) => show('success', title, rest),
  error: (title: string, rest?: Rest) => show('error', title, rest),
  info: (title: string, rest?: Rest) => show('info', title, rest),
  /** Stays until the result replaces it. */
  loading: (title: string, rest?: Pick<Toast, 'description'>) => show('loading', title, rest),
  /** @param id a covered offer's too; without it, the one that shows */
  dismiss(id?: number): void {
    if (id !== undefined && id === covered?.id) covered = null
    else if (current && (id === undefined || id === current.id)) change(uncover())
  },
  /** Call on each new page. A failure may be the reason for the navigation, so one just shown stays. */
  arrive(): void {
    if (!current) return
    const wasRead = current.kind === 'error' && performance.now() - current.shownAt >= readMs
    if (wasRead || current.leavesOnArrival) toast.dismiss()
  },
}

export function currentToast(): Toast | null {
  return current
}

export function onToastChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
