// An account's address grants nothing unless its person has proven it to Carefold (docs/threats.md T86). Other code that
// reads `auth.users.email` is listed here with its reason; SQL: db/tests/catalog-checks.ts.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** Files that name both `auth.users` and an email, with the reason why they expose no other person's rows. */
const readsAddresses: Record<string, string> = {
  'server/auth/accounts/proofs.ts':
    'the auth service: finds whose mailed code was typed; the code proves the mailbox',
  'server/auth/accounts/provider-person.ts':
    'the auth service: a provider of the installation, which calls the address verified',
  'server/auth/accounts/remove-user.ts': 'the auth service: replaces the address of a deleted account',
  'server/auth/endpoints/admin/admin-audit.ts': 'the auth service: shown to an admin key',
  'server/auth/mails/remind-confirmation.ts': 'sends mail: the request to prove the address',
  'server/auth/people/identities.ts': 'the auth service: an account’s own identities',
  'server/auth/people/list-users.ts': 'the auth service: search by an admin key',
  'server/auth/people/users.ts': 'the auth service: sign-in by address, never of a single sign-on account',
  'server/development/proofs-route.ts': 'development only: names the account whose proofs age',
  'server/features/appointments/calendar/appointment-rows.ts':
    'asks whether the address was reported as missing, for the calls of the desk',
  'server/features/clinic-closing/notify-of-closing.ts': 'sends mail',
  'server/features/clinic-export/exported-tables.ts': 'exports accounts of the clinic’s people',
  'server/features/clinic-export/import-clinic.ts':
    'run by the operator: an imported person is the account that has the address, since no second one may; it opens nothing until proven',
  'server/features/clinic-tier/clinic-customer.ts': 'the address that Stripe sends the clinic’s invoices to',
  'server/features/clinic-tier/mail-admins.ts': 'sends mail',
  'server/features/guardians/add-guardian.ts': 'refuses the patient’s own address as a guardian’s',
  'server/features/memberships/joining/join-clinic.ts':
    'fills the caller’s own record, as shown to the clinic',
  'server/features/notices/mail-notices.ts': 'sends mail',
  'server/features/notices/recipients.ts': 'sends mail',
  'server/features/notices/reports/record-report.ts':
    'ends the consents of a complaint, which the operator’s mail server reported',
  'server/features/patient-merges/possible-duplicates.ts': 'shown: the address of a patient’s record',
  'server/features/retention/erase-patient.ts': 'erases the mails that were sent to a patient of the clinic',
  'server/features/retention/rotate-months.ts': 'retains the mails of a patient under a legal hold',
}

const files = globSync('{server,db,domain}/**/*.ts', { cwd: root }).filter(
  (file) => !/\.test\.ts$|\.generated\.ts$|^(server|db)\/tests\//.test(file),
)
const codeOf = (file: string) => withoutComments(readFileSync(`${root}${file}`, 'utf8'))
const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

const queriesAddress = (code: string) => /\bauth\.users\b/.test(code) && /\bemail\b/i.test(code)

/** Comparisons of an account's or a token's address, by the names that such values have in this code. */
function comparisons(code: string): string[] {
  const address = String.raw`\b(?:account|actor|caller|claims|member|owner|person|user)\w*\??\.email\b`
  const patterns = [
    String.raw`${address}(?:\s*\?\?\s*'')?\s*[!=]==?\s*(?!null|undefined)`,
    String.raw`[!=]==?\s*${address}`,
    String.raw`(?:includes|has)\([^()]*${address}`,
    String.raw`where\([^()]*'=',\s*${address}`,
  ]
  return patterns.flatMap((pattern) => code.match(new RegExp(pattern, 'g')) ?? [])
}

describe('the address of an account', () => {
  it('is read only by the listed code', () => {
    const found = files.filter((file) => queriesAddress(codeOf(file)))
    expect(found.sort()).toEqual(Object.keys(readsAddresses).sort())
  })

  it('is compared with nothing outside of the auth service', () => {
    const outside = files.filter((file) => file.startsWith('server/') && !file.startsWith('server/auth/'))
    const found = outside.flatMap((file) => comparisons(codeOf(file)).map((text) => `${file}: ${text}`))
    expect(found).toEqual([])
  })
})

it.each([
  `tx.selectFrom('auth.users').where('email', '=', operatorEmail)`,
  'sql`select from auth.users u join invitations i on i.email = u.email`',
])('a decision by %s would be found', (code) => {
  expect(queriesAddress(withoutComments(code))).toBe(true)
})

it.each([
  'account?.email === offer.email &&',
  'if (access.email === account.email) return',
  `where('g.email', '=', account?.email ?? '')`,
  'if (addresses.includes(user.email)) return',
  'if (claims.email !== invited) throw refusal',
])('%s would be found', (code) => {
  expect(comparisons(withoutComments(code))).not.toEqual([])
})
