import { ownNameMetadata } from '#domain/account/own-name.ts'
import type { Account, AccountDraft, Accounts } from '#server/clinic/accounts.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { Auth } from '../context/auth.ts'
import { atLeast } from '../http/at-least.ts'
import { sendAlreadyRegistered, sendConfirmation } from '../mails/mails.ts'
import { confirmLink } from '../one-time-tokens/confirm-link.ts'
import { hashOfLink, issueInvitationToken } from '../one-time-tokens/one-time-tokens.ts'
import { requireStrongPassword } from '../passwords/policy.ts'
import { insertEmailUser } from '../people/new-users.ts'
import { beginUserCreation, type UserCreation } from '../people/user-creation.ts'
import { findUserByEmail, mergeMetadata } from '../people/users.ts'
import { resolveRedirect } from '../redirects/redirects.ts'
import type { UserRow } from '../rows.ts'
import { readCertificates, readIdpMetadata } from '../saml/idp-metadata.ts'
import { serviceProvider } from '../saml/service-provider.ts'
import { confirmPerson } from './confirm-person.ts'
import { correctAddress } from './correct-address.ts'
import { lostMailbox } from './lost-mailbox.ts'

type AccountsContext = Pick<Auth, 'services' | 'settings' | 'operatorHooks' | 'hasher' | 'sessionClock'>

export function createAccounts(auth: AccountsContext): Accounts {
  const { services, settings, hasher } = auth
  const { config, clock } = services
  return {
    async begin(caller, { email: typed, metadata }) {
      const email = typed.trim().toLowerCase()
      const creation = await beginUserCreation(auth, caller, { email, metadata, provider: 'email' })
      return {
        findOrCreate: (tx, options) => findOrCreate(tx, auth, { email, metadata, creation, ...options }),
      }
    },
    async mergeAppMetadata(tx, accountId, changes) {
      await mergeMetadata(tx, accountId, 'app_metadata', changes, clock.now())
    },
    async rename(tx, accountId, names) {
      await mergeMetadata(tx, accountId, 'user_metadata', ownNameMetadata(names), clock.now())
    },
    passwords: {
      admit: hasher.admit,
      hash: hasher.hash,
      requireStrong: (password, owner) => requireStrongPassword(password, owner, settings),
    },
    confirmPerson: (caller, given) => confirmPerson(auth, caller, given),
    correctAddress: (caller, given, onMoved) => correctAddress(auth, caller, given, onMoved),
    async sendConfirmation(tx, { account, redirectTo, clinic }) {
      const target = { url: redirectTo, clinic }
      await sendConfirmation(tx, auth, { user: account, email: account.email, target })
    },
    async sendAlreadyRegistered(tx, { email, redirectTo, clinic }) {
      await sendAlreadyRegistered(tx, auth, { email, target: { url: redirectTo, clinic } })
    },
    async issueInvitationLink(tx, { redirectTo, ...invitation }) {
      const linkToken = await issueInvitationToken(tx, { ...invitation, now: clock.now() })
      const link = confirmLink({ linkToken, type: 'invite', redirectTo })
      return { link, tokenHash: hashOfLink(linkToken) }
    },
    resolveOwnPage: (tx, address) => resolveRedirect(tx, config, config.mainOrigin, [address]),
    withEvenTiming: (step) => atLeast(settings.addressAnswerMs, step),
    lostMailbox: lostMailbox(auth),
    singleSignOn: {
      isOffered: settings.saml !== null,
      serviceProvider: serviceProvider(settings),
      readMetadata: readIdpMetadata,
      readCertificates,
    },
  }
}

async function findOrCreate(
  tx: Tx,
  { services, settings }: AccountsContext,
  person: {
    email: string
    metadata: Record<string, unknown>
    creation: UserCreation
  } & Parameters<AccountDraft['findOrCreate']>[1],
): Promise<{ account: Account; isNew: boolean }> {
  const { audience } = settings
  const known = await findUserByEmail(tx, person.email, audience)
  if (known) {
    // for known addresses too: the hook's answer must not reveal them
    await person.creation.before(tx)
    return { account: accountOf(known), isNew: false }
  }
  const user = await insertEmailUser(tx, { ...person, audience, now: services.clock.now() })
  return { account: accountOf(user), isNew: true }
}

function accountOf(user: UserRow): Account {
  return { id: user.id, email: user.email ?? '' }
}
