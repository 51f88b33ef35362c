/**
 * One toast at a time, a new one replaces the last (docs/specification.md A9). Failures and offers stay until
 * dismissed, at most 1,000,000 ms. Not a package: those write <style> elements, which the Content-Security-Policy
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
}

const removalMs = 1_000_000
const shownMs = 8_000

/** How long a toast stays: short for a plain confirmation (docs/decisions/0052). */
export function staysMs({ kind, action, lastsMs }: Pick<Toast, 'kind' | 'action' | 'lastsMs'>): number {
  if (lastsMs !== undefined) return lastsMs
  return action || kind === 'error' || kind === 'loading' ? removalMs : shownMs
}

let current: Toast | null = null
let lastId = 0
const listeners = new Set<() => void>()

type Rest = Pick<Toast, 'description' | 'action' | 'lastsMs' | 'leavesOnArrival'>

function show(kind: ToastKind, title: string, rest: Rest = {}): number {
  lastId += 1
  current = { id: lastId, kind, title, ...rest }
  for (const listener of listeners) listener()
  return lastId
}

/** `toast.error('Save failed', { description })`; each returns an id for `dismiss`. */
export const toast = {
  success: (title: string, rest?: Rest) => show('success', title, rest),
  error: (title: string, rest?: Rest) => show('error', title, rest),
  info: (title: string, rest?: Rest) => show('info', title, rest),
  /** Stays until the result replaces it. */
  loading: (title: string, rest?: Pick<Toast, 'description'>) => show('loading', title, rest),
  dismiss(id?: number): void {
    if (!current || (id !== undefined && id !== current.id)) return
    current = null
    for (const listener of listeners) listener()
  },
  /** Call on each new page. */
  arrive(): void {
    if (current?.leavesOnArrival) toast.dismiss()
  },
}

export function currentToast(): Toast | null {
  return current
}

export function onToastChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
