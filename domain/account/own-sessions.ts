/** Null where the user agent does not say. */
export interface DeviceName {
  /** `Firefox`, `Chrome` ... */
  browser: string | null
  /** `Windows`, `iPhone` ... */
  system: string | null
}

/** A row of the auth service's GET /user/sessions. Instants are ISO 8601. */
export interface OwnSession {
  id: string
  created_at: string
  /** The last refresh, else the sign-in. */
  last_used_at: string
  /** IP address of the last use. */
  ip: string | null
  user_agent: string | null
  device: DeviceName
  aal: 'aal1' | 'aal2'
  /** Whether the caller uses this session. */
  is_current: boolean
}
