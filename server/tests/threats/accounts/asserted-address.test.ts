// A clinic's admin runs an identity provider that asserts another person's address (docs/threats.md T86). The address grants
// nothing outside that clinic: neither the operator's pages, nor another clinic's patients, nor its invitations.
import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Action } from '#server/clinic/action.ts'
import { acceptGuardianship, ownWards } from '#server/features/guardians/accept-guardianship.ts'
import { endGuardianship } from '#server/features/guardians/end-guardianship.ts'
import { ownInvitations } from '#server/features/invitations/own-invitations.ts'
import { agreeFee } from '#server/features/operator/agree-fee.ts'
import { operatorClinics } from '#server/features/operator/operator-clinics.ts'
import { operatorOverview } from '#server/features/operator/operator-overview.ts'
import { retryJob } from '#server/features/operator/retry-job.ts'
import { addSsoProvider } from '#server/features/single-sign-on/add-sso-provider.ts'
import { askSupportAccess } from '#server/features/support/ask-support-access.ts'
import { operatorSupport } from '#server/features/support/support-accesses.ts'
import { aChild, aGuardian } from '#testing/guardians.ts'
import { operatorEnv } from '#testing/sign-in/operator.ts'
import {
  aClinic,
  anInvitation,
  aSignedInPerson,
  aStaffMember,
  type Person,
  type TestClinic,
} from '#testing/sign-in/people.ts'
import { aSsoProvider, proveDomains } from '#testing/sign-in/saml.ts'
import { openTestIdp } from '#testing/sign-in/saml-idp.ts'
import { expectRefused, setUpSamlSignIn } from '#testing/sign-in/saml-sign-in.ts'
import { aSecondStep } from '#testing/sign-in/second-step.ts'
import { ssoProviderInputs } from '#testing/sign-in/single-sign-on.ts'

const saml = setUpSamlSignIn({ env: operatorEnv })
const { test } = saml
const operatorAddress = operatorEnv.OPERATOR_EMAIL
const idp = openTestIdp('attacker')
let providerId: string
let victim: TestClinic
beforeAll(async () => {
  victim = await aClinic(test.db)
  const domains = ['carefold.test', 'family.test']
  providerId = await aSsoProvider(test, saml.clinic, idp, { domains })
})

/** The attacker's provider asserts the address; the second step is the attacker's. */
async function signInAs(email: string): Promise<Pick<Person, 'userId' | 'caller'>> {
  const wish = { nameId: crypto.randomUUID(), attributes: { email } }
  const { body } = await saml.signIn(wish, providerId, idp)
  const claims = decodeJwt(body.access_token)
  const [userId, sessionId] = [String(claims.sub), String(claims.session_id)]
  await aSecondStep(test.db, { userId, sessionId })
  return {
    userId,
    caller: (clinic) => ({
      userId,
      sessionId,
      clinic: typeof clinic === 'object' && clinic ? clinic.subdomain : (clinic ?? null),
      requestId: crypto.randomUUID(),
      address: null,
    }),
  }
}

it('an admin’s provider may assert no domain that the clinic has not proven', async () => {
  const admin = await aStaffMember(test.db, saml.clinic, { role: 'admin' })
  await aSecondStep(test.db, admin)
  const own = openTestIdp('added')
  const input = { ...ssoProviderInputs(own).byMetadata, domains: 'carefold.test' }
  const { id } = (await addSsoProvider.call(test.services, admin.caller(), input)) as { id: string }
  const wish = { nameId: 'operator', attributes: { email: operatorAddress } }
  for (const holder of [null, victim]) {
    await test.db.asOwner(`update app.sso_domains set proven_at = null where domain = 'carefold.test'`)
    if (holder) await aSsoProvider(test, holder, openTestIdp(), { domains: ['carefold.test'] })
    const refused = saml.comeBack(wish, id, test, own)
    await expectRefused(refused, 'email_address_not_authorized', 'access_denied')
  }
  await proveDomains(test, saml.clinic, ['carefold.test'])
})

// as if the provider's clinic had proven the domains below
describe('the operator’s address', () => {
  it.each<[Action, () => object]>([
    [operatorOverview, () => ({})],
    [operatorClinics, () => ({})],
    [operatorSupport, () => ({})],
    [retryJob, () => ({ name: 'mail.send', jobId: crypto.randomUUID() })],
    [agreeFee, () => ({ clinicId: victim.id, policy: 'flat_month', feeCents: 100 })],
    [askSupportAccess, () => ({ clinicId: victim.id, reason: 'A mail does not arrive' })],
  ])('does not open $name', async (action, input) => {
    const attacker = await signInAs(operatorAddress)
    const call = action.call(test.services, attacker.caller(), input())
    await expect(call).rejects.toMatchObject({ code: 'not_allowed' })
  })

  it('opens them for the account that has proven it, beside the asserted one', async () => {
    await signInAs(operatorAddress)
    const operator = await aSignedInPerson(test.db, { email: operatorAddress })
    await aSecondStep(test.db, operator)
    await expect(operatorOverview.call(test.services, operator.caller(), {})).resolves.toBeDefined()
  })
})

describe('the address of another clinic’s pending guardian', () => {
  const offer = async () => {
    const { patientId } = await aChild(test.db, victim)
    const person = await aSignedInPerson(test.db, { email: `${crypto.randomUUID()}@family.test` })
    return aGuardian(test.db, victim, { patientId, person, accepted: false })
  }

  it('shows no ward, accepts nothing and ends nothing', async () => {
    const { person, guardianshipId: guardianId } = await offer()
    const attacker = await signInAs(person.email)
    const caller = attacker.caller(victim)
    expect(await ownWards.call(test.services, caller, {})).toEqual({ wards: [] })
    for (const act of [acceptGuardianship, endGuardianship]) {
      const call = act.call(test.services, caller, { guardianId })
      await expect(call).rejects.toMatchObject({ code: 'not_found' })
    }
    const [row] = await test.db.asOwner(
      'select accepted_at, user_id, ended_at from patient_guardians where id = $1',
      [guardianId],
    )
    expect(row).toEqual({ accepted_at: null, user_id: null, ended_at: null })
  })

  it('cannot become a guardian’s account in the database either', async () => {
    const { person, guardianshipId } = await offer()
    const { userId } = await signInAs(person.email)
    const write = test.db.asOwner(
      'update patient_guardians set user_id = $2, accepted_at = now() where id = $1',
      [guardianshipId, userId],
    )
    await expect(write).rejects.toMatchObject({ code: '42501' })
  })
})

it('the address of a person invited by another clinic shows no invitation', async () => {
  const email = 'invited@family.test'
  const expiresAt = new Date(test.clock.now().getTime() + 3_600_000)
  await anInvitation(test.db, victim, { email, role: 'admin', expiresAt })
  const attacker = await signInAs(email)
  expect(await ownInvitations.call(test.services, attacker.caller(), {})).toEqual({ clinics: [] })
})

it('a clinic that waits for the owner of an address does not accept its asserted one', async () => {
  const email = 'founder@family.test'
  await test.db.asOwner(
    `insert into app.clinic_requests (email, sign_up_id, subdomain, name, requested_at, expires_at)
     values ($1, gen_random_uuid(), 'waiting-house', 'Waiting House', now(), now() + interval '1 day')`,
    [email],
  )
  const { userId } = await signInAs(email)
  await test.db.asOwner('select app.open_requested_clinic($1, now())', [userId])
  expect(await test.db.asOwner(`select from clinics where subdomain = 'waiting-house'`)).toEqual([])
})
