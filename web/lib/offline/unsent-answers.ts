import { tabStore } from '../page/stores.ts'

/*
 * Answers to a form that the server has not stored yet, for a reload of the page. In this tab until they are stored or
 * the user signs out (`forgetDrafts`): health data does not stay on a device.
 */
const storageKey = 'carefold-unsent-answers'

interface Unsent {
  owner: string
  answers: Record<string, unknown>
}

function stored(): Record<string, Unsent> {
  return JSON.parse(tabStore.getItem(storageKey) ?? '{}') as Record<string, Unsent>
}

/** @param owner user id @param requestId of the form; a guardian's has the same id as the patient's */
export function unsentAnswers(owner: string, requestId: string): Record<string, unknown> {
  const found = stored()[requestId]
  return found?.owner === owner ? found.answers : {}
}

export function storeUnsentAnswers(owner: string, requestId: string, answers: Record<string, unknown>): void {
  const { [requestId]: _, ...others } = stored()
  const all = Object.keys(answers).length > 0 ? { ...others, [requestId]: { owner, answers } } : others
  if (Object.keys(all).length > 0) tabStore.setItem(storageKey, JSON.stringify(all))
  else forgetUnsentAnswers()
}

export function forgetUnsentAnswers(): void {
  tabStore.removeItem(storageKey)
}
