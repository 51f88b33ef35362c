import { describe, expect, it } from 'vitest'
import { makeEncryptionKey, secretBox } from '#server/platform/secret-box.ts'
import { setUpTestAuth, type TestAuth } from '#testing/sign-in/auth.ts'
import { authSettings } from '../context/settings.ts'
import { deliverSms } from './deliver-sms.ts'
import { newSmsCode } from './send-sms-code.ts'

const phone = '15551230000'
const test = setUpTestAuth({ phoneProvider: true })

describe('a code by text message', () => {
  it('is nowhere readable in the database until the message is sent (docs/contracts/auth.md D14)', async () => {
    await test.send('POST', '/otp', { body: { phone } })
    const before = await everyTextIn(test)
    const { text, code, template } = await test.smsTo(phone)
    expect(code).toMatch(/^\d{6}$/)
    expect(template).toBe('sms-sign-in')
    expect(text).toContain('Carefold will never ask you for it.')
    expect(before.filter((value) => value.includes(code))).toEqual([])
    // only a hash is stored to verify it
    expect((await test.send('POST', '/verify', { body: { type: 'sms', phone, token: code } })).status).toBe(
      200,
    )
  })

  it('is the fixed one for a test number only', () => {
    const settings = { smsTestCodes: { '15550001111': '123456' } }
    expect(newSmsCode({ settings } as never, '15550001111')).toBe('123456')
    expect(newSmsCode({ settings } as never, '15550002222')).toMatch(/^\d{6}$/)
  })

  it('is refused early where the installation sends none', async () => {
    const { status, body } = await test
      .with({ sendsSms: false })
      .send('POST', '/otp', { body: { phone: '15551230009' } })
    expect([status, body.error_code]).toEqual([422, 'sms_send_failed'])
  })
})

it('a text message is delivered once, however often the job runs', async () => {
  const secrets = secretBox(makeEncryptionKey())
  const id = crypto.randomUUID()
  await test.db.asOwner(
    `insert into app.mails (id, channel, template, to_address, subject, text_body, html_body, message_id, queued_at)
     values ($1, 'sms', 'sms-sign-in', $2, '', $3, '', $1::uuid::text, now())`,
    [id, phone, secrets.seal('123456 is your code', id).toString('base64')],
  )
  const job = deliverSms(test.services, secrets)
  expect(await job.run({ mailId: id })).toEqual({ sent: true })
  expect(await job.run({ mailId: id })).toEqual({ sent: false, reason: 'already sent' })
  const [row] = await test.db.asOwner('select status, text_body, attempts from app.mails where id = $1', [id])
  expect(row).toEqual({ status: 'sent', text_body: '123456 is your code', attempts: 1 })
})

it('in production text messages need the operator to send them', () => {
  const config = { ...test.services.config, environment: 'production' as const }
  expect(authSettings(config).sendsSms).toBe(false)
  expect(authSettings(config).mfa.phone).toEqual({ enroll: false, verify: false })
})

it('a user signs up, signs in and changes number with the published client', async () => {
  const client = test.client()
  const [first, second] = ['15551230001', '15551230002']
  await client.signUp({ phone: first, password: 'a quiet long password' })
  const confirmed = await client.verifyOtp({
    phone: first,
    type: 'sms',
    token: (await test.smsTo(first)).code,
  })
  expect(confirmed.data.user?.phone_confirmed_at).toBeTruthy()
  await client.updateUser({ phone: second })
  const moved = await client.verifyOtp({
    phone: second,
    type: 'phone_change',
    token: (await test.smsTo(second)).code,
  })
  expect(moved.data.user?.phone).toBe(second)
  const signedIn = await client.signInWithPassword({ phone: `+${second}`, password: 'a quiet long password' })
  expect(signedIn.error).toBeNull()
})

async function everyTextIn({ db }: TestAuth): Promise<string[]> {
  const tables = await db.asOwner<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('auth', 'app', 'public', 'jobs', 'pgboss')`,
  )
  const rows: string[] = []
  for (const { name } of tables) {
    for (const row of await db.asOwner<{ text: string }>(`select t::text as text from ${name} t`))
      rows.push(row.text)
  }
  expect(rows.length).toBeGreaterThan(3)
  return rows
}
