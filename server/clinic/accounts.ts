import type { OwnAddressChange } from '#domain/account/address-change.ts'
import type { Caller, Tx } from '../platform/database/transactions.ts'

/**
 * Sign-in accounts for features, implemented by the auth service (`server/auth/accounts/accounts.ts`). A `tx` is the
 * caller's transaction in role `system` (`transactions.withSystem`, or `asSystem` around the call).
 */
export interface Accounts {
  /**
   * Calls the operator's hook before_user_created for an address, known or not, because its answer must not reveal
   * which. Call it outside of transactions.
   * @throws Refusal of the hook
   */
  begin(
    caller: Pick<Caller, 'address'>,
    person: { email: string; metadata: Record<string, unknown> },
  ): Promise<AccountDraft>

  /** Merges server data such as `tenant_access` key by key; null deletes a key. */
  mergeAppMetadata(tx: Tx, accountId: string, changes: Record<string, unknown>): Promise<void>

  /** Stores names, each at most 100 characters. The caller audits it. */
  rename(tx: Tx, accountId: string, names: { firstName: string; lastName: string }): Promise<void>

  passwords: Passwords

  /**
   * Refreshes the proof of the caller's session by password, or by the code of GET /reauthenticate. Call it outside of
   * transactions, within `passwords.admit`.
   * @throws AppError `not_allowed` with a second step
   * @throws Refusal for a missing or wrong proof
   */
  confirmPerson(caller: Caller, given: { currentPassword: string; nonce: string }): Promise<void>

  /**
   * Replaces the unconfirmed address of the account with this address and password, and mails a new code; links and
   * codes of the old address end. Returns the same for a new address that has an account: its owner gets a notice, and
   * nothing is replaced. Call it outside of transactions, within `passwords.admit`.
   * @param given.redirectTo full address on a host of ours
   * @param onMoved in the transaction of the replacement, role `system`
   * @throws AppError `address_confirmed`
   * @throws Refusal `invalid_credentials`, `user_banned`; 429 after too many wrong passwords, and within a mail's cooldown
   */
  correctAddress(
    caller: Caller,
    given: {
      /** Lower case. */
      email: string
      password: string
      /** Lower case. */
      newEmail: string
      redirectTo: string
      clinic: MailClinic | null
    },
    onMoved: (tx: Tx, move: AddressMove) => Promise<void>,
  ): Promise<void>

  /**
   * Queues the mail that asks a new account to confirm its address.
   * @param mail.redirectTo full address on a host of ours
   */
  sendConfirmation(
    tx: Tx,
    mail: { account: Pick<Account, 'id' | 'email'>; redirectTo: string; clinic: MailClinic | null },
  ): Promise<void>

  /** Queues the mail that reports another sign-up to an address's owner; changes nothing. */
  sendAlreadyRegistered(
    tx: Tx,
    mail: { email: string; redirectTo: string; clinic: MailClinic | null },
  ): Promise<void>

  /**
   * Issues an invitation's link, which confirms the address and signs in, once; replaces an earlier one.
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

  /** Returns an address of ours, or the main site for any other (docs/contracts/auth.md 1.6). */
  resolveOwnPage(tx: Tx, address: string): Promise<{ url: string; clinic: MailClinic | null }>

  /**
   * Runs a step with an untrusted address in at least a fixed time, so that the timing reveals no known address
   * (docs/threats.md T19).
   */
  withEvenTiming<T>(step: () => Promise<T>): Promise<T>

  lostMailbox: LostMailbox

  singleSignOn: SingleSignOn
}

export interface Account {
  id: string
  /** Lower case; empty for an account without one. */
  email: string
}

/**
 * A change to another address without the old mailbox, of the caller's own account (docs/decisions/0178). Call it outside of
 * transactions.
 */
export interface LostMailbox {
  current(caller: Caller): Promise<OwnAddressChange>
  /**
   * Replaces an open change. Notifies the old address with a link that stops it, and mails a code to the new one, or a
   * notice to its owner. Within `passwords.admit`.
   * @param given.origin of the page that stops the change
   * @throws AppError `second_step_missing`, `second_step_new`, `fresh_proof_required`, `email_not_confirmed`
   * @throws Refusal for a wrong password, `user_sso_managed`, and within a mail's cooldown
   */
  request(caller: Caller, given: { newEmail: string; currentPassword: string; origin: string }): Promise<void>
  /** @throws AppError `address_change_missing`; Refusal within a mail's cooldown */
  sendCode(caller: Caller, origin: string): Promise<void>
  /** @throws AppError `address_change_missing`; Refusal `otp_expired` for a wrong code */
  prove(caller: Caller, given: { code: string }): Promise<{ isDone: boolean }>
  /** @throws AppError `address_change_missing` */
  cancel(caller: Caller): Promise<void>
  /**
   * By the link in the old mailbox, signed in or not: ends the account's sessions except the caller's. Idempotent.
   * @throws AppError `address_change_unknown`, `address_change_done`
   */
  stop(caller: Caller, token: string): Promise<void>
}

export interface AddressMove {
  accountId: string
  from: string
  to: string
}

/** An address that the operator's hook has accepted. */
export interface AccountDraft {
  /**
   * Finds or creates the account of the draft's address. Sends nothing.
   * @throws Refusal of a hook, the same for known and new addresses
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
   * Runs a request that will hash a password, limited to the places of the hashing queue (docs/threats.md T20).
   * @throws AppError `rate_limited` at once when every place is taken
   */
  admit<T>(request: () => Promise<T>): Promise<T>
  /**
   * Takes 20-40 ms, more in a queue: call it outside of transactions.
   * @throws AppError `rate_limited` when the queue is full
   */
  hash(password: string): Promise<string>
  /**
   * @param owner the password must contain neither the address nor a name
   * @throws AppError `weak_password` with a message on field `password`
   */
  requireStrong(password: string, owner: { email: string; names: string[] }): void
}

/** The clinic whose name and color a mail shows. */
export interface MailClinic {
  id: string
  name: string
  subdomain: string
  color: string
}

export interface SingleSignOn {
  isOffered: boolean
  serviceProvider: { entityId: string; acsUrl: string }
  /**
   * Reads SAML 2.0 metadata of one identity provider.
   * @throws UnusableIdp
   */
  readMetadata(xml: string): IdpDescription
  /**
   * PEM of RSA certificates.
   * @param text one or several PEM, or the base64 of one
   * @throws UnusableIdp
   */
  readCertificates(text: string): string[]
}

export interface IdpDescription {
  entityId: string
  /** Accepts requests by HTTP-Redirect. */
  ssoUrl: string
  /** PEM. */
  certificates: string[]
}

/** An unusable identity provider. The message is for the admin who entered it. */
export class UnusableIdp extends Error {
  override name = 'UnusableIdp'
}
