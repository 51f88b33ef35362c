/** Where somebody is signed in: the auth service's GET /user/sessions. */

/** What a person recognizes a device by; null: the program does not say. */
export interface DeviceName {
  /** `Firefox`, `Chrome` ... */
  browser: string | null
  /** `Windows`, `iPhone` ... */
  system: string | null
}

/** One of a person's sessions, as its owner may see it. Instants are ISO 8601. */
export interface OwnSession {
  id: string
  created_at: string
  /** The last time its tokens were renewed, or the sign-in. */
  last_used_at: string
  /** Network address of the last use; nobody outside is asked where that is. */
  ip: string | null
  user_agent: string | null
  device: DeviceName
  aal: 'aal1' | 'aal2'
  /** The session of the token that asks. */
  is_current: boolean
}
