/*
 * What was typed on a page that is left to sign in another way, for the same person's return to the same page. In this tab
 * only, and for half an hour.
 */
const storageKey = 'carefold-drafts'
const goodForMs = 30 * 60_000

/** A form on the screen. */
export interface OpenForm {
  /** its fields' names, the same at each visit */
  name: string
  isDirty(): boolean
  values(): Record<string, unknown>
}

interface Draft {
  owner: string
  path: string
  form: string
  values: Record<string, unknown>
  keptAt: number
}

/** Passwords and codes are never stored. */
const secretField = /password|code|nonce|secret/i

export function isSecretForm(name: string): boolean {
  return secretField.test(name)
}

const openForms = new Set<OpenForm>()

/** @returns to be called when the form is gone */
export function openForm(form: OpenForm): () => void {
  openForms.add(form)
  return () => openForms.delete(form)
}

/** Stores what is typed and not saved. @param owner user id; @param path of the page */
export function keepDrafts(owner: string, path: string, now = Date.now()): void {
  const drafts: Draft[] = [...openForms]
    .filter((form) => form.isDirty() && !isSecretForm(form.name))
    .map((form) => ({ owner, path, form: form.name, values: form.values(), keptAt: now }))
  if (drafts.length > 0) sessionStorage.setItem(storageKey, JSON.stringify(drafts))
}

/** Returns a form's draft once. Another person's are removed unread. */
export function takeDraft(
  owner: string,
  path: string,
  form: string,
  now = Date.now(),
): Record<string, unknown> | null {
  const stored = sessionStorage.getItem(storageKey)
  if (!stored) return null
  const drafts = (JSON.parse(stored) as Draft[]).filter(
    (draft) => draft.owner === owner && now - draft.keptAt < goodForMs,
  )
  const own = drafts.find((draft) => draft.path === path && draft.form === form)
  const others = drafts.filter((draft) => draft !== own)
  if (others.length > 0) sessionStorage.setItem(storageKey, JSON.stringify(others))
  else sessionStorage.removeItem(storageKey)
  return own?.values ?? null
}
