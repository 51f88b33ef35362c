import { ownAddressChange } from '#server/features/account/address-change/own-address-change.ts'
import { proveAddressChange } from '#server/features/account/address-change/prove-address-change.ts'
import { requestAddressChange } from '#server/features/account/address-change/request-address-change.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { mailsTo } from '../database/stored-mails.ts'
import type { SignedIn, TestAuth } from './auth.ts'
import { aUserWithTotp } from './factors.ts'

interface Action {
  call(services: never, caller: Caller, input: unknown): Promise<unknown>
}

export const aNewAddress = () => `new-${crypto.randomUUID()}@example.test`

/** Changes of an address without the old mailbox (docs/decisions/0178). @param subdomain whose page is used */
export function addressChangesOn(test: TestAuth, subdomain: () => string | null = () => null) {
  const call = (action: Action, person: SignedIn | null, input: object = {}) =>
    action.call(
      test.services as never,
      {
        userId: person?.id ?? null,
        sessionId: person?.sessionId ?? null,
        clinic: subdomain(),
        requestId: crypto.randomUUID(),
        address: crypto.randomUUID(),
      },
      input,
    )
  return {
    call,
    request: (person: SignedIn, newEmail: string, currentPassword = person.password) =>
      call(requestAddressChange, person, { newEmail, currentPassword }),
    async prove(person: SignedIn, email: string) {
      return call(proveAddressChange, person, { code: (await test.mailTo(email)).code })
    },
    /** The hourly job. */
    async settle(): Promise<void> {
      await test.auth.jobs.find(({ name }) => name === 'auth.settle-address-changes')?.run({})
    },
    async pendingOf(person: SignedIn) {
      return ((await call(ownAddressChange, person)) as { pending: object | null }).pending
    },
    /** Signed in with a second step that was set up a month ago. */
    async aPerson(): Promise<SignedIn> {
      const person = await aUserWithTotp(test)
      await test.db.asOwner(
        `update auth.mfa_factors set created_at = $2::timestamptz - interval '30 days' where user_id = $1`,
        [person.id, test.clock.now()],
      )
      return person
    },
    async outcomesOf(person: { id: string }): Promise<(string | null)[]> {
      const rows = await test.db.asOwner<{ outcome: string | null }>(
        'select outcome from auth.address_changes where user_id = $1 order by requested_at, settled_at nulls last',
        [person.id],
      )
      return rows.map(({ outcome }) => outcome)
    },
    async emailOf({ id }: { id: string }): Promise<string | undefined> {
      const [user] = await test.db.asOwner<{ email: string }>('select email from auth.users where id = $1', [
        id,
      ])
      return user?.email
    },
    async sessionsOf({ id }: { id: string }): Promise<string[]> {
      const rows = await test.db.asOwner<{ id: string }>('select id from auth.sessions where user_id = $1', [
        id,
      ])
      return rows.map((session) => session.id)
    },
    /** The token of the link in the mail to the old address. */
    async stopTokenIn(email: string): Promise<string> {
      const mails = await mailsTo(test.db, email)
      const link = mails.find(({ template }) => template === 'address-change-notice')?.links[0] ?? ''
      return new URL(link).searchParams.get('token') ?? ''
    },
  }
}
