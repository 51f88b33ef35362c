/*
 * What was typed on a page that is reloaded, or left to sign in another way, for the same person's return to the same page.
 * In this tab only, for half an hour, and until they sign out.
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

/** Stores what is typed and not saved, besides drafts whose form has not been opened since. @param owner user id; @param path of the page */
export function storeDrafts(owner: string, path: string, now = Date.now()): void {
  const drafts: Draft[] = [...openForms]
    .filter((form) => form.isDirty() && !isSecretForm(form.name))
    .map((form) => ({ owner, path, form: form.name, values: form.values(), keptAt: now }))
  if (drafts.length === 0) return
  const earlier = storedDrafts(owner, now).filter(
    (draft) => !drafts.some(({ form }) => draft.path === path && draft.form === form),
  )
  store([...earlier, ...drafts])
}

/** Keeps drafts whenever the page goes. @param owner user id of whoever is signed in */
export function storeDraftsOnReload(owner: () => string | undefined): void {
  window.addEventListener('pagehide', () => {
    const id = owner()
    if (id) storeDrafts(id, location.pathname)
  })
  // the browser went back to the page as it was: its forms still hold everything
  window.addEventListener('pageshow', ({ persisted }) => {
    const id = persisted && owner()
    if (id) for (const { name } of openForms) takeDraft(id, location.pathname, name)
  })
}

/** Leaves nothing for whoever uses this tab next: for a sign-out, or when another person signed in over the page. */
export function forgetDrafts(): void {
  openForms.clear()
  sessionStorage.removeItem(storageKey)
}

/** Returns a form's draft and leaves it there, for a form that may not be shown in the end. */
export function findDraft(
  owner: string,
  path: string,
  form: string,
  now = Date.now(),
): Record<string, unknown> | null {
  return storedDrafts(owner, now).find(isFor(path, form))?.values ?? null
}

/** Returns a form's draft once. Another person's are removed unread. */
export function takeDraft(
  owner: string,
  path: string,
  form: string,
  now = Date.now(),
): Record<string, unknown> | null {
  const drafts = storedDrafts(owner, now)
  const own = drafts.find(isFor(path, form))
  store(drafts.filter((draft) => draft !== own))
  return own?.values ?? null
}

const isFor = (path: string, form: string) => (draft: Draft) => draft.path === path && draft.form === form

function storedDrafts(owner: string, now: number): Draft[] {
  const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as Draft[]
  return stored.filter((draft) => draft.owner === owner && now - draft.keptAt < goodForMs)
}

function store(drafts: Draft[]): void {
  if (drafts.length > 0) sessionStorage.setItem(storageKey, JSON.stringify(drafts))
  else sessionStorage.removeItem(storageKey)
}
