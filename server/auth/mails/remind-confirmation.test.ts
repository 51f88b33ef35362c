import { beforeAll, describe, expect, it } from 'vitest'
import { setUpTestAuth } from '#testing/sign-in/auth.ts'
import { aClinic, aPatient, type Patient, type TestClinic } from '#testing/sign-in/people.ts'

const test = setUpTestAuth({}, { now: '2026-03-01T15:00:00Z' })

let clinic: TestClinic
beforeAll(async () => {
  clinic = await aClinic(test.db, { name: 'Harbor Lane' })
})

async function aJoiner(): Promise<Patient> {
  const patient = await aPatient(test.db, clinic, { status: 'pending', confirmed: false })
  await test.db.asOwner(
    'update auth.users set may_sign_in_unconfirmed = true, created_at = $2, confirmation_sent_at = $2 where id = $1',
    [patient.userId, test.clock.now()],
  )
  return patient
}

async function pass(time: string): Promise<void> {
  test.clock.advance(time)
  await test.auth.jobs.find(({ name }) => name === 'auth.remind-confirmation')?.run({})
}

describe('a patient who joined and has not confirmed the address', () => {
  it('is reminded after 1, 3 and 7 days, once each, in the clinic’s name', async () => {
    const { email } = await aJoiner()
    const counts: number[] = []
    for (const time of ['PT23H', 'PT1H', 'PT1H', 'PT45H', 'PT2H', 'P4D', 'P1D', 'P30D']) {
      await pass(time)
      counts.push(await test.mailCount(email))
    }
    expect(counts).toEqual([0, 1, 1, 1, 2, 3, 3, 3])
    expect(await test.mailTo(email)).toMatchObject({
      template: 'confirm-reminder',
      subject: 'Reminder: confirm your email for Harbor Lane',
    })
    const mails = await test.db.asOwner('select distinct clinic_id from app.mails where to_address = $1', [
      email,
    ])
    expect(mails).toEqual([{ clinic_id: clinic.id }])
  })

  it('confirms with the link and the code of the reminder, which ends them', async () => {
    const { email } = await aJoiner()
    await pass('P1D')
    const { code, tokenHash } = await test.mailTo(email)
    const body = { type: 'email', email, token: code, new_password: 'an evening by the lake' }
    expect((await test.send('POST', '/verify', { body })).status).toBe(200)
    const link = { type: 'signup', token_hash: tokenHash }
    expect((await test.send('POST', '/verify', { body: link })).status).toBe(403)
    await pass('P3D')
    expect(await test.mailCount(email)).toBe(1)
  })

  it('is not mailed at night, but in the morning', async () => {
    const { email } = await aJoiner()
    await pass('PT36H')
    const night = await test.mailCount(email)
    await pass('PT12H')
    expect([night, await test.mailCount(email)]).toEqual([0, 1])
  })

  it('gets one reminder, not three, after an outage, and none after two weeks', async () => {
    const [late, tooLate] = [await aJoiner(), await aJoiner()]
    await test.db.asOwner(`update auth.users set created_at = created_at - interval '9 days' where id = $1`, [
      tooLate.userId,
    ])
    await pass('P8D')
    expect([await test.mailCount(late.email), await test.mailCount(tooLate.email)]).toEqual([1, 0])
  })

  it('is not interrupted while a code of the last hour waits', async () => {
    const { email, userId } = await aJoiner()
    test.clock.advance('P1D')
    await test.db.asOwner('update auth.users set confirmation_sent_at = $2 where id = $1', [
      userId,
      test.clock.now(),
    ])
    await pass('PT59M')
    expect(await test.mailCount(email)).toBe(0)
    await pass('PT1M')
    expect(await test.mailCount(email)).toBe(1)
  })
})

it.each([
  ['a confirmed account', `update auth.users set email_confirmed_at = now() where id = $1`],
  ['a deleted account', 'update auth.users set deleted_at = now() where id = $1'],
  ['a banned account', `update auth.users set banned_until = now() + interval '1 year' where id = $1`],
  ['a patient who left', 'update clinic_memberships set ended_at = now() where user_id = $1'],
  [
    'an account of a sign-up without a clinic',
    'update auth.users set may_sign_in_unconfirmed = false where id = $1',
  ],
])('does not remind %s', async (_whom, change) => {
  const { email, userId } = await aJoiner()
  await test.db.asOwner(change, [userId])
  await pass('P1D')
  await pass('P6D')
  expect(await test.mailCount(email)).toBe(0)
})

it('does not remind for a clinic that is closing', async () => {
  const { email } = await aJoiner()
  await test.db.asOwner(
    'insert into app.clinic_closings (clinic_id, asked_at, asked_by) values ($1, $2, $3)',
    [clinic.id, test.clock.now(), clinic.admin.userId],
  )
  await pass('P1D')
  expect(await test.mailCount(email)).toBe(0)
})
