import { afterAll, describe, expect, it } from 'vitest'
import { createAuthService } from '#server/auth/service.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { mailsTo } from '#testing/database/stored-mails.ts'
import { agreement } from '#testing/money/agreement.ts'
import { openTestSale } from '#testing/money/payments.ts'
import { aClinic, aSignedInPerson, aVisitor } from '#testing/sign-in/people.ts'
import { joinPlan } from '../checkouts/join-plan.ts'
import { reserveClinicAtSignUp } from '../clinics/reserve-clinic.ts'
import { clinicJoin } from '../memberships/joining/clinic-join.ts'
import { correctAddress } from './correct-address.ts'

const sale = await openTestSale()
const auth = createAuthService(sale.test.services, {
  settings: { rateLimits: null, mailsPerHour: null, addressAnswerMs: 0 },
})
afterAll(() => sale.test.close())

const password = 'a quiet morning walk'
const anAddress = (tag = 'maya') => `${tag}-${crypto.randomUUID()}@example.test`

async function post(path: string, body: object) {
  const request = new Request(`http://carefold.localhost:3000${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  const answer = await auth.fetch(request, { requestId: crypto.randomUUID(), address: '192.0.2.7' })
  return { status: answer.status, body: await answer.json() }
}

/** @param at defaults to the selling clinic */
async function aJoiner(at: { subdomain: string } = sale.clinic) {
  const email = anAddress('mistyped')
  const input = { email, password, name: 'Maya Lind', subdomain: at.subdomain }
  await clinicJoin.call(sale.test.services, { ...aVisitor(at), address: crypto.randomUUID() }, input)
  const signedIn = await post('/token?grant_type=password', { email, password })
  const { session_id } = JSON.parse(
    Buffer.from(signedIn.body.access_token.split('.')[1], 'base64url').toString(),
  )
  const caller: Caller = { ...aVisitor(at), userId: signedIn.body.user.id, sessionId: session_id }
  return { email, userId: signedIn.body.user.id as string, caller }
}

const correct = (email: string, newEmail: string, given: { password?: string; caller?: Caller } = {}) =>
  correctAddress.call(
    sale.test.services,
    { ...(given.caller ?? aVisitor(sale.clinic)), address: crypto.randomUUID() },
    { email, newEmail, password: given.password ?? password },
  )

const addressOf = async (userId: string) =>
  (await sale.test.db.asOwner<{ email: string }>('select email from auth.users where id = $1', [userId]))[0]
    ?.email
const recordsOf = (userId: string) =>
  sale.test.db.asOwner<{ email: string }>('select email from patients where user_id = $1', [userId])

async function newestMail(email: string) {
  const [mail] = await mailsTo(sale.test.db, email)
  return {
    template: mail?.template,
    code: /^\d{6}$/m.exec(mail?.text_body ?? '')?.[0] ?? '',
    tokenHash: new URL(mail?.links[0] ?? 'http://none.test').searchParams.get('token_hash') ?? '',
    text: mail?.text_body ?? '',
  }
}

describe('a mistyped address', () => {
  it('is replaced before the first proof: the new one gets the code, and the old one’s link and code end', async () => {
    const { email, userId } = await aJoiner()
    const old = await newestMail(email)
    const right = anAddress()
    expect(await correct(email, right)).toEqual({ success: true })

    expect(await addressOf(userId)).toBe(right)
    const sent = await newestMail(right)
    expect(sent.template).toBe('confirm-sign-up')
    expect(sent.text).toContain(sale.clinic.name)
    const byOldLink = await post('/verify', { type: 'signup', token_hash: old.tokenHash })
    const byOldCode = await post('/verify', { type: 'email', email, token: old.code })
    expect([byOldLink.status, byOldCode.status]).toEqual([403, 403])
    const proven = await post('/verify', { type: 'email', email: right, token: sent.code, password })
    expect(proven).toMatchObject({ status: 200, body: { user: { email: right } } })
    expect(proven.body.user.identities[0].identity_data).toMatchObject({ email: right, email_verified: true })
    // the password was retained
    expect((await post('/token?grant_type=password', { email: right, password })).status).toBe(200)
  })

  it('follows in the clinic’s record and at Stripe after a payment, which was stuck before', async () => {
    const { test, clinic, plan } = sale
    const { email, userId, caller } = await aJoiner()
    const choice = { priceId: plan.price.id, attempt: crypto.randomUUID(), agreement }
    await test.pay((await test.call(joinPlan, caller, choice)).url)
    const right = anAddress()
    await correct(email, right, { caller })
    await test.work()

    expect(await recordsOf(userId)).toEqual([{ email: right }])
    const [stored] = await test.db.asOwner<{ stripe_customer: string; patient_id: string }>(
      `select c.stripe_customer, c.patient_id from patient_customers c join patients p on p.id = c.patient_id
        where p.user_id = $1`,
      [userId],
    )
    const customer = await test.client.customers.retrieve(
      stored?.stripe_customer ?? '',
      {},
      { stripeAccount: clinic.account },
    )
    expect(customer).toMatchObject({ email: right })
    const audited = await test.db.asOwner('select actor_id, clinic_id from app.audit_log where action = $1', [
      'patient.address_corrected',
    ])
    expect(audited).toContainEqual({ actor_id: userId, clinic_id: clinic.id })
    // the proof of the new address activates the membership that was paid for
    await post('/verify', { type: 'email', email: right, token: (await newestMail(right)).code, password })
    const [membership] = await test.db.asOwner('select status from clinic_memberships where user_id = $1', [
      userId,
    ])
    expect(membership).toEqual({ status: 'active' })
    expect((await mailsTo(test.db, right)).map(({ template }) => template)).toContain('confirm-sign-up')
  })

  it('stays in a record to which the clinic gave another address', async () => {
    const { email, userId } = await aJoiner()
    await sale.test.db.asOwner(`update patients set email = 'desk@example.test' where user_id = $1`, [userId])
    await correct(email, anAddress())
    expect(await recordsOf(userId)).toEqual([{ email: 'desk@example.test' }])
  })

  it('counts its reminders from the correction', async () => {
    const { email, userId } = await aJoiner()
    await sale.test.db.asOwner('update auth.users set confirmation_reminders = 2 where id = $1', [userId])
    await correct(email, anAddress())
    const [row] = await sale.test.db.asOwner(
      'select confirmation_reminders, email_corrected_at from auth.users where id = $1',
      [userId],
    )
    expect(row).toEqual({ confirmation_reminders: 0, email_corrected_at: sale.test.clock.now() })
  })

  it('takes along the clinic that a founder asked for', async () => {
    const { services, db } = sale.test
    const email = anAddress('founder')
    const founding = createAuthService(services, {
      settings: { rateLimits: null, mailsPerHour: null, addressAnswerMs: 0 },
      hooks: { beforeSignUp: reserveClinicAtSignUp },
    })
    const data = {
      full_name: 'Ines',
      userType: 'clinicAdmin',
      clinicName: 'Alder',
      subdomain: `alder-${Date.now()}`,
    }
    await founding.fetch(
      new Request('http://carefold.localhost:3000/signup', {
        method: 'POST',
        body: JSON.stringify({ email, password, data }),
      }),
      { requestId: crypto.randomUUID(), address: '192.0.2.7' },
    )
    const right = anAddress('founder')
    await correct(email, right, { caller: aVisitor() })
    await post('/verify', { type: 'email', email: right, token: (await newestMail(right)).code, password })
    const [opened] = await db.asOwner('select name from clinics where subdomain = $1', [data.subdomain])
    expect(opened).toEqual({ name: 'Alder' })
  })
})

describe('an address that has an account', () => {
  it('gets the same answer, a notice instead of a code, and takes nothing over', async () => {
    const owner = await aSignedInPerson(sale.test.db)
    const { email, userId } = await aJoiner()
    const old = await newestMail(email)
    expect(await correct(email, owner.email)).toEqual({ success: true })

    const notice = await newestMail(owner.email)
    expect(notice).toMatchObject({ template: 'address-taken', code: '' })
    expect(await addressOf(userId)).toBe(email)
    expect(await recordsOf(userId)).toEqual([{ email }])
    // the account is as before, with its first code
    const proven = await post('/verify', { type: 'email', email, token: old.code, password })
    expect(proven.status).toBe(200)
  })

  it('has the same limits: one mail a minute, known or not', async () => {
    const owner = await aSignedInPerson(sale.test.db)
    for (const newEmail of [owner.email, anAddress()]) {
      const { email } = await aJoiner()
      await correct(email, newEmail)
      const second = await aJoiner()
      await expect(correct(second.email, newEmail)).rejects.toMatchObject({ status: 429 })
    }
  })

  it('is taken by one of two corrections at the same time', async () => {
    const right = anAddress()
    const joiners = [await aJoiner(), await aJoiner()]
    await Promise.allSettled(joiners.map(({ email }) => correct(email, right)))
    const held = await Promise.all(joiners.map(({ userId }) => addressOf(userId)))
    expect(held.filter((address) => address === right)).toHaveLength(1)
  })
})

describe('is refused', () => {
  it.each(['a wrong password', 'an unknown address', 'an account without a password'])(
    'with %s, always with the same answer',
    async (which) => {
      const { email, userId } = await aJoiner()
      if (which.startsWith('an account'))
        await sale.test.db.asOwner('update auth.users set password_hash = null where id = $1', [userId])
      const given = which === 'a wrong password' ? { password: 'a guess' } : {}
      const right = anAddress()
      const asked = which === 'an unknown address' ? anAddress() : email
      await expect(correct(asked, right, given)).rejects.toMatchObject({
        code: 'invalid_credentials',
        status: 400,
      })
      expect(await mailsTo(sale.test.db, right)).toEqual([])
      expect(await addressOf(userId)).toBe(email)
    },
  )

  it('after the proof of the address, which My Profile then changes', async () => {
    const { email } = await aJoiner()
    await post('/verify', { type: 'email', email, token: (await newestMail(email)).code, password })
    await expect(correct(email, anAddress())).rejects.toMatchObject({ code: 'address_confirmed' })
  })

  it('after ten wrong passwords, which count together with those of sign-in', async () => {
    const { email } = await aJoiner()
    const codes: unknown[] = []
    for (let tries = 0; tries < 5; tries += 1) {
      await post('/token?grant_type=password', { email, password: 'a guess' })
      codes.push(await correct(email, anAddress(), { password: 'a guess' }).catch(({ code }) => code))
    }
    expect(new Set(codes)).toEqual(new Set(['invalid_credentials']))
    await expect(correct(email, anAddress())).rejects.toMatchObject({ status: 429 })
  })

  it('for the same address, and for what is none', async () => {
    const { email } = await aJoiner()
    await expect(correct(email, email)).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(correct(email, 'maya at home')).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

it('changes no record of another clinic', async () => {
  const other = await aClinic(sale.test.db)
  const { email, userId } = await aJoiner()
  const elsewhere = await aSignedInPerson(sale.test.db)
  await sale.test.db.asOwner(
    `insert into patients (clinic_id, user_id, full_name, email) values ($1, $2, 'Ana', $3)`,
    [other.id, elsewhere.userId, email],
  )
  await correct(email, anAddress())
  expect(await recordsOf(elsewhere.userId)).toEqual([{ email }])
  expect(await recordsOf(userId)).not.toEqual([{ email }])
})
