/** A person's sessions, as GET /user/sessions of the auth service answers them. */

/** How a person recognizes a device; null where the user agent does not say. */
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
  /** IP address of the last use; no outside service is asked for its location. */
  ip: string | null
  user_agent: string | null
  device: DeviceName
  aal: 'aal1' | 'aal2'
  /** Whether this is the caller's own session. */
  is_current: boolean
}
