import { accountTexts } from '../texts/account.ts'

const texts = accountTexts.signIns

/** A row of `rpc/sign_ins_for_me`; `at` is an ISO instant. */
export interface SignIn {
  id: number
  at: string
  was_refused: boolean
  /** The auth service's name of the method; null if unknown. */
  method: string | null
  address: string | null
}

/** "Signed in with Google". */
export function signInSentence({ was_refused, method }: SignIn): string {
  if (was_refused) return texts.refused
  const known = (texts.methods as Record<string, string>)[method?.startsWith('sso:') ? 'sso' : (method ?? '')]
  return known ? `${texts.signedIn} ${known}` : texts.signedIn
}
