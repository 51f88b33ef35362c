import type { Caller, Tx } from '../platform/database/transactions.ts'

/**
 * Sign-in accounts as business code may use them; the auth service implements it (`server/auth/accounts/accounts.ts`).
 *
 * A `tx` is the caller's transaction, in role `system` (`transactions.withSystem`, or `asSystem` around the call).
 */
export interface Accounts {
  /**
   * Announces a person who may be new to the operator's hook before_user_created. Call it outside of any transaction, and
   * for known addresses too: the hook's answer must not reveal which are known.
   *
   * @throws Refusal the hook's
   */
  begin(
    caller: Pick<Caller, 'address'>,
    person: { email: string; metadata: Record<string, unknown> },
  ): Promise<AccountDraft>

  /** Merges server data about a person, such as `tenant_access`, key by key; null deletes a key. */
  mergeAppMetadata(tx: Tx, accountId: string, changes: Record<string, unknown>): Promise<void>

  /** Stores a person's own names, and their full name, for greetings and mails. Each at most 100 characters. The caller audits it. */
  rename(tx: Tx, accountId: string, names: { firstName: string; lastName: string }): Promise<void>

  passwords: Passwords

  /**
   * Renews the proof of the caller's session by their password, or by the code of GET /reauthenticate. Call it outside of
   * transactions, within `passwords.admit`.
   *
   * @throws AppError `not_allowed` for somebody with a second step
   * @throws Refusal what is missing or wrong
   */
  confirmPerson(caller: Caller, given: { currentPassword: string; nonce: string }): Promise<void>

  /** Queues the mail that asks a new account to confirm its address. @param mail.redirectTo full address on a host of ours */
  sendConfirmation(
    tx: Tx,
    mail: { account: Pick<Account, 'id' | 'email'>; redirectTo: string; clinic: MailClinic | null },
  ): Promise<void>

  /** Queues the mail that tells the owner of an address about another sign-up with it; changes nothing. */
  sendAlreadyRegistered(
    tx: Tx,
    mail: { email: string; redirectTo: string; clinic: MailClinic | null },
  ): Promise<void>

  /**
   * Issues the link of an invitation: it proves the mailbox and signs in, once. Each invitation has one valid link; issuing
   * again replaces it.
   *
   * @param invitation.redirectTo full address on a host of ours
   * @param invitation.expiresAt at most 72 hours from now (docs/contracts/auth.md 9)
   */
  issueInvitationLink(
    tx: Tx,
    invitation: {
      accountId: string
      email: string
      invitationId: string
      expiresAt: Date
      redirectTo: string
    },
  ): Promise<{ link: string; tokenHash: Buffer }>

  /** The page of ours that a full address names, or the main site for any other (docs/contracts/auth.md 1.6). */
  resolveOwnPage(tx: Tx, address: string): Promise<{ url: string; clinic: MailClinic | null }>

  /**
   * Runs a step that takes an address from a stranger, and answers no earlier than any other such step, so that the timing
   * does not reveal whether the address is known (docs/threats.md T19).
   */
  withEvenTiming<T>(step: () => Promise<T>): Promise<T>

  singleSignOn: SingleSignOn
}

export interface Account {
  id: string
  /** Lower case; empty for an account without one. */
  email: string
}

/** A person whom the operator's hook has let pass. */
export interface AccountDraft {
  /**
   * Finds the account with the draft's address, or creates it with its e-mail identity. Sends nothing.
   *
   * @throws Refusal a hook's, alike for known and new addresses
   * @throws the database's 23505 when a concurrent request creates it (`retryIfTaken`)
   */
  findOrCreate(
    tx: Tx,
    options: {
      /** From `passwords.hash`; null: signs in by link until a password is set. */
      passwordHash: string | null
      invitedAt?: Date
      /** Sign-in before the address is confirmed: for clinic-join only (docs/threats.md T31). */
      maySignInUnconfirmed?: boolean
    },
  ): Promise<{ account: Account; isNew: boolean }>
}

export interface Passwords {
  /**
   * Runs a request that will hash a password; as many at once as the hashing queue has places (docs/threats.md T20).
   *
   * @throws AppError `rate_limited` at once when every place is taken
   */
  admit<T>(request: () => Promise<T>): Promise<T>
  /**
   * Call it outside of transactions: it takes 20-40 ms, more in a queue.
   *
   * @throws AppError `rate_limited` when the queue is full
   */
  hash(password: string): Promise<string>
  /**
   * @param owner neither the address nor one of the names may serve as the password
   * @throws AppError `weak_password` with a message on field `password`
   */
  requireStrong(password: string, owner: { email: string; names: string[] }): void
}

/** The clinic whose name and color a mail carries. */
export interface MailClinic {
  id: string
  name: string
  subdomain: string
  color: string
}

export interface SingleSignOn {
  /** Whether this installation has a SAML key. */
  isOffered: boolean
  /** The addresses that identity providers are configured with. */
  serviceProvider: { entityId: string; acsUrl: string }
  /** Reads SAML 2.0 metadata of one identity provider. @throws UnusableIdp */
  readMetadata(xml: string): IdpDescription
  /** PEM of RSA certificates. @param text one or several PEM, or the base64 of one; @throws UnusableIdp */
  readCertificates(text: string): string[]
}

/** An identity provider. */
export interface IdpDescription {
  entityId: string
  /** Accepts requests by HTTP-Redirect. */
  ssoUrl: string
  /** PEM. */
  certificates: string[]
}

/** An identity provider that cannot be used. The message is for the admin who entered it. */
export class UnusableIdp extends Error {
  override name = 'UnusableIdp'
}
