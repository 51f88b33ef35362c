import { beforeAll, describe, expect, it } from 'vitest'
import { mailsTo } from '#testing/database/stored-mails.ts'
import { addressChangesOn, aNewAddress } from '#testing/sign-in/address-changes.ts'
import { type SignedIn, setUpTestAuth, signIn, somebody } from '#testing/sign-in/auth.ts'
import { aClinic, aMembershipOf, type TestClinic } from '#testing/sign-in/people.ts'
import { ageProofs } from '#testing/sign-in/second-step.ts'
import { ownAddressChange } from './own-address-change.ts'
import { proveAddressChange } from './prove-address-change.ts'

const test = setUpTestAuth({ mailIntervalSeconds: 0 }, { now: new Date().toISOString() })
let clinic: TestClinic
beforeAll(async () => {
  clinic = await aClinic(test.db, { name: 'Harbor Lane' })
})
const { aPerson, call, emailOf, outcomesOf, pendingOf, prove, request, settle } = addressChangesOn(
  test,
  () => clinic.subdomain,
)

describe('a lost mailbox', () => {
  it('is replaced after seven days without an objection, once the new address is proven', async () => {
    const person = await aPerson()
    await aMembershipOf(test.db, { ...person, userId: person.id } as never, clinic, { role: 'patient' })
    const newEmail = aNewAddress()
    expect(await request(person, newEmail)).toEqual({ success: true })

    const notice = await test.mailTo(person.email)
    expect(notice.template).toBe('address-change-notice')
    expect(notice.text).toContain(newEmail)
    expect(notice.text).toContain('Harbor Lane')
    expect(notice.links[0]).toMatch(new RegExp(`^http://${clinic.subdomain}\\..*/auth/stop-change\\?token=`))
    const effectiveAt = new Date(test.clock.now().getTime() + 7 * 24 * 3_600_000).toISOString()
    expect(await pendingOf(person)).toEqual({ newEmail, effectiveAt, isProven: false })
    expect(await prove(person, newEmail)).toEqual({ isDone: false })
    expect(await pendingOf(person)).toMatchObject({ isProven: true })

    test.clock.advance('P6DT23H')
    await settle()
    expect(await emailOf(person)).toBe(person.email)
    test.clock.advance('PT1H')
    await settle()
    expect(await emailOf(person)).toBe(newEmail)
    expect(await outcomesOf(person)).toEqual(['done'])
    expect((await test.mailTo(person.email)).template).toBe('address-changed')
    // links in the old mailbox are void, and the new address signs in
    expect((await signIn(test, { ...person, email: newEmail })).accessToken).toBeTruthy()
    const actions = await test.db.asOwner<{ action: string }>(
      `select action from app.audit_log where subject_id = $1 and action like 'auth.address_change%' order by id`,
      [person.id],
    )
    expect(actions.map(({ action }) => action)).toEqual([
      'auth.address_change_requested',
      'auth.address_change_proven',
      'auth.address_change_done',
    ])
  })

  it('stays after thirty days without a proof', async () => {
    const person = await aPerson()
    await request(person, aNewAddress())
    test.clock.advance('P30D')
    await settle()
    expect(await outcomesOf(person)).toEqual(['expired'])
    expect(await emailOf(person)).toBe(person.email)
  })

  it('stays when its mailbox is read: by a recovery link', async () => {
    const person = await aPerson()
    await request(person, aNewAddress())
    await test.send('POST', '/recover', { body: { email: person.email } })
    const { tokenHash } = await test.mailTo(person.email)
    await test.send('POST', '/verify', { body: { type: 'recovery', token_hash: tokenHash } })
    expect(await outcomesOf(person)).toEqual(['mailbox_used'])
  })
})

describe('two changes', () => {
  it('of one person: the newer replaces the older, and starts the seven days again', async () => {
    const person = await aPerson()
    const [first, second] = [aNewAddress(), aNewAddress()]
    await request(person, first)
    await prove(person, first)
    test.clock.advance('P5D')
    await test.db.asOwner(
      'update auth.session_methods set used_at = clock_timestamp() where session_id = $1',
      [person.sessionId],
    )
    await request(person, second)
    await prove(person, second)
    test.clock.advance('P3D')
    await settle()
    expect(await emailOf(person)).toBe(person.email)
    test.clock.advance('P4D')
    await settle()
    expect(await emailOf(person)).toBe(second)
    expect(await outcomesOf(person)).toEqual(['replaced', 'done'])
  })

  it('of two people to one address: the first gets it', async () => {
    const [one, two] = [await aPerson(), await aPerson()]
    const newEmail = aNewAddress()
    for (const person of [one, two]) {
      await request(person, newEmail)
      await prove(person, newEmail)
      test.clock.advance('PT1M')
    }
    test.clock.advance('P7D')
    await settle()
    expect([await emailOf(one), await emailOf(two)].filter((email) => email === newEmail)).toHaveLength(1)
    expect([...(await outcomesOf(one)), ...(await outcomesOf(two))].sort()).toEqual(['done', 'taken'])
  })
})

describe('an address of another account', () => {
  it('gets the same answer, and a notice instead of a code', async () => {
    const owner = await somebody(test)
    const person = await aPerson()
    expect(await request(person, owner.email)).toEqual({ success: true })
    expect(await test.mailTo(owner.email)).toMatchObject({ template: 'address-taken', code: '' })
    expect(await pendingOf(person)).toMatchObject({ newEmail: owner.email, isProven: false })
    await expect(call(proveAddressChange, person, { code: '000000' })).rejects.toMatchObject({
      code: 'otp_expired',
    })
  })

  it('that took it meanwhile retains it', async () => {
    const person = await aPerson()
    const newEmail = aNewAddress()
    await request(person, newEmail)
    await prove(person, newEmail)
    await somebody(test, { email: newEmail })
    test.clock.advance('P7D')
    await settle()
    expect(await emailOf(person)).toBe(person.email)
    expect(await outcomesOf(person)).toEqual(['taken'])
  })
})

describe('is refused', () => {
  const refusedWith = async (person: SignedIn, code: string, password?: string) => {
    const newEmail = aNewAddress()
    await expect(request(person, newEmail, password)).rejects.toMatchObject({ code })
    expect(await outcomesOf(person)).toEqual([])
    expect(await mailsTo(test.db, newEmail)).toEqual([])
  }

  it('with a wrong password', async () => {
    await refusedWith(await aPerson(), 'current_password_invalid', 'a guess')
  })

  it('without a second step', async () => {
    const person = await signIn(test, await somebody(test))
    expect(await call(ownAddressChange, person)).toEqual({ pending: null, obstacle: 'no_second_step' })
    await refusedWith(person, 'second_step_missing')
  })

  it('with a second step of the last seven days, which a stranger may have set up', async () => {
    const person = await aPerson()
    await test.db.asOwner('update auth.mfa_factors set created_at = $2 where user_id = $1', [
      person.id,
      test.clock.now(),
    ])
    expect(await call(ownAddressChange, person)).toMatchObject({ obstacle: 'second_step_new' })
    await refusedWith(person, 'second_step_new')
  })

  it('in a session that has not used the second step within fifteen minutes', async () => {
    const person = await aPerson()
    await ageProofs(test.db, person, 60)
    await refusedWith(person, 'fresh_proof_required')
    await refusedWith(await signIn(test, person), 'fresh_proof_required')
  })

  it('for an account of single sign-on, and before the first proof', async () => {
    const [managed, unproven] = [await aPerson(), await aPerson()]
    await test.db.asOwner('update auth.users set is_sso = true where id = $1', [managed.id])
    await test.db.asOwner('update auth.users set email_confirmed_at = null where id = $1', [unproven.id])
    await refusedWith(managed, 'user_sso_managed')
    await refusedWith(unproven, 'email_not_confirmed')
  })
})

it('changes the account in every clinic, whose own records stay as they are', async () => {
  const other = await aClinic(test.db)
  const person = await aPerson()
  for (const place of [clinic, other]) {
    await aMembershipOf(test.db, { ...person, userId: person.id } as never, place, { role: 'patient' })
    await test.db.asOwner(
      `insert into patients (clinic_id, user_id, full_name, email) values ($1, $2, 'Ana Lopez', $3)`,
      [place.id, person.id, person.email],
    )
  }
  const newEmail = aNewAddress()
  await request(person, newEmail)
  await prove(person, newEmail)
  test.clock.advance('P7D')
  await settle()
  expect(await emailOf(person)).toBe(newEmail)
  const records = await test.db.asOwner('select distinct email from patients where user_id = $1', [person.id])
  expect(records).toEqual([{ email: person.email }])
})
