import { expect, it } from 'vitest'
import { demoAccounts, demoSubdomain } from '#domain/access/demo.ts'
import { auditOf, expectRefusal, setUpTestAuth, somebody } from '#testing/sign-in/auth.ts'

const test = setUpTestAuth({}, { env: { DEMO: 'on' } })
const open = (view: string) => test.send('POST', '/demo', { body: { view } })

it('is missing where there is no demo clinic', async () => {
  await expectRefusal(test, ['POST', '/demo', { body: {} }], { status: 404, code: 'demo_missing' })
})

it('opens a session of two hours that is marked as a demo, also after a refresh', async () => {
  const admin = await somebody(test, { email: demoAccounts.clinic })
  const patient = await somebody(test, { email: demoAccounts.patient })
  const { status, body } = await open('clinic')
  expect([status, body.user.id]).toEqual([200, admin.id])
  expect((await test.auth.verifyAccessToken(body.access_token))?.isDemo).toBe(true)
  const again = await test.send('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: body.refresh_token },
  })
  expect((await test.auth.verifyAccessToken(again.body.access_token))?.isDemo).toBe(true)
  expect((await open('patient')).body.user.id).toBe(patient.id)
  expect(await auditOf(test, admin.id)).toContain('auth.demo_opened')

  const [session] = await test.db.asOwner<{ hours: number }>(
    `select extract(epoch from not_after - created_at) / 3600 as hours from auth.sessions where is_demo limit 1`,
  )
  expect(Number(session?.hours)).toBe(2)
  // no mail about a new device
  expect(await test.mailCount(demoAccounts.clinic)).toBe(0)
})

it('the account’s own sessions are no demos', async () => {
  const { email, password } = await somebody(test, { email: `own@${demoSubdomain}.test` })
  const { body } = await test.send('POST', '/token?grant_type=password', { body: { email, password } })
  expect((await test.auth.verifyAccessToken(body.access_token))?.isDemo).toBe(false)
})
