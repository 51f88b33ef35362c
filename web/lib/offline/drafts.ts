import { deviceMs } from '../page/clock.ts'
import { tabStore } from '../page/stores.ts'
import { forgetUnsentAnswers } from './unsent-answers.ts'

/*
 * Unsaved input of a page that is reloaded or left for sign-in, restored for the same user on the same page. Stored in
 * this tab for half an hour or until sign-out.
 */
const storageKey = 'carefold-drafts'
const goodForMs = 30 * 60_000

export interface OpenForm {
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

export function openForm(form: OpenForm): () => void {
  openForms.add(form)
  return () => openForms.delete(form)
}

/**
 * Stores unsaved input, and drafts whose form was not opened since.
 *
 * @param owner user id
 * @param path of the page
 */
export function storeDrafts(owner: string, path: string, now = deviceMs()): void {
  const drafts: Draft[] = [...openForms]
    .filter((form) => form.isDirty() && !isSecretForm(form.name))
    .map((form) => ({ owner, path, form: form.name, values: form.values(), keptAt: now }))
  if (drafts.length === 0) return
  const earlier = storedDrafts(owner, now).filter(
    (draft) => !drafts.some(({ form }) => draft.path === path && draft.form === form),
  )
  store([...earlier, ...drafts])
}

/** Stores drafts when the page unloads. @param owner user id of the signed-in user */
export function storeDraftsOnReload(owner: () => string | undefined): void {
  window.addEventListener('pagehide', () => {
    const id = owner()
    if (id) storeDrafts(id, location.pathname)
  })
  // restored from the browser's page cache: the forms still hold their input
  window.addEventListener('pageshow', ({ persisted }) => {
    const id = persisted && owner()
    if (id) for (const { name } of openForms) takeDraft(id, location.pathname, name)
  })
}

/** At sign-out, or when another user signs in. */
export function forgetDrafts(): void {
  openForms.clear()
  tabStore.removeItem(storageKey)
  forgetUnsentAnswers()
}

export function findDraft(
  owner: string,
  path: string,
  form: string,
  now = deviceMs(),
): Record<string, unknown> | null {
  return storedDrafts(owner, now).find(isFor(path, form))?.values ?? null
}

/** Returns and removes a form's draft. Another user's drafts are removed unread. */
export function takeDraft(
  owner: string,
  path: string,
  form: string,
  now = deviceMs(),
): Record<string, unknown> | null {
  const drafts = storedDrafts(owner, now)
  const own = drafts.find(isFor(path, form))
  store(drafts.filter((draft) => draft !== own))
  return own?.values ?? null
}

const isFor = (path: string, form: string) => (draft: Draft) => draft.path === path && draft.form === form

function storedDrafts(owner: string, now: number): Draft[] {
  const stored = JSON.parse(tabStore.getItem(storageKey) ?? '[]') as Draft[]
  return stored.filter((draft) => draft.owner === owner && now - draft.keptAt < goodForMs)
}

function store(drafts: Draft[]): void {
  if (drafts.length > 0) tabStore.setItem(storageKey, JSON.stringify(drafts))
  else tabStore.removeItem(storageKey)
}
