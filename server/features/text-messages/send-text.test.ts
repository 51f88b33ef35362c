// Text messages to patients: with consent, by day, once, and without content (docs/domain-rules.md rule 31, rule 32).
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { type SmsTransport, TextRefused } from '#server/platform/sms/sms.ts'
import { mailsTo } from '#testing/database/stored-mails.ts'
import { paysForTier } from '#testing/money/clinic-tiers.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient, type Patient, type TestClinic } from '#testing/sign-in/people.ts'
import { receiveText, receiveTextStatus, twilioPaths } from './receive-text.ts'
import { sendDueTexts } from './send-text.ts'

const start = '2026-07-01T18:00:00Z'
const authToken = 'a-token'
const env = {
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: authToken,
  TWILIO_FROM: '+14155550100',
}

let sent: { id: string; to: string; text: string }[] = []
/** The provider's next reactions; by default it accepts the message. */
let next: (() => void)[] = []
let known: string | null = null
const provider: SmsTransport = {
  kind: 'twilio',
  async send(message) {
    next.shift()?.()
    sent.push(message)
    return `SM-${message.id}`
  },
  find: async () => known,
}
const test = await setUpServices({ now: start, env, sms: provider })
const clinic = await aClinic(test.db, { timeZone: 'America/New_York' })
beforeEach(() => {
  sent = []
  next = []
  known = null
  test.clock.setOffset(0)
  test.services.sms = provider
})

let lastNumber = 100

/** A patient with a number and consent by default. */
async function aReachable(
  options: { consents?: boolean; state?: string; at?: TestClinic; phone?: string } = {},
) {
  const {
    consents = true,
    state = null,
    at = clinic,
    phone = `+1416555${String(++lastNumber).padStart(4, '0')}`,
  } = options
  const patient = await aPatient(test.db, at)
  await test.db.asOwner(
    'insert into patient_details (clinic_id, patient_id, phone, state, updated_at) values ($1, $2, $3, $4, now())',
    [at.id, patient.patientId, phone, state],
  )
  if (consents) await consent(patient, at, true)
  return { ...patient, phone, at }
}

async function consent(patient: Patient, at: TestClinic, isGiven: boolean): Promise<void> {
  await test.services.transactions.withSystem('test', (tx) =>
    sql`select app.record_consent(${at.id}::uuid, ${patient.patientId}::uuid, 'sms_care', ${isGiven}, 'web', 'v1', 'Words', ${test.clock.now()}::timestamptz)`.execute(
      tx,
    ),
  )
}

async function tell(
  { patientId, at = clinic }: { patientId: string; at?: TestClinic },
  about: 'message' | 'update' | 'reminder' = 'message',
  key: string = crypto.randomUUID(),
) {
  await test.services.transactions.withSystem('test', (tx) =>
    test.services.notices.notifyPatient(tx, { clinicId: at.id, patientId, about, key }),
  )
}

const work = () => test.services.jobs.drain()

const statusOf = async ({ patientId }: { patientId: string }) =>
  test.db.asOwner<{ status: string; reason: string | null }>(
    'select status, reason from app.text_messages where patient_id = $1 order by queued_at',
    [patientId],
  )

const consentsOf = async ({ patientId }: { patientId: string }) =>
  (
    await test.db.asOwner<{ sms_notifications: boolean }>(
      'select sms_notifications from contact_preferences where patient_id = $1',
      [patientId],
    )
  )[0]?.sms_notifications

describe('a patient with consent', () => {
  it('is notified once without the content, by text and by mail', async () => {
    const patient = await aReachable()
    const key = crypto.randomUUID()
    await tell(patient, 'message', key)
    await tell(patient, 'message', key)
    await work()
    expect(sent).toEqual([
      {
        id: expect.any(String),
        clinicId: clinic.id,
        to: patient.phone,
        text: 'You have a new message from your clinic. Sign in: http://carefold.localhost:3000/home Reply STOP to end texts.',
      },
    ])
    expect(sent[0]?.text).not.toContain(clinic.name)
    expect(
      await test.db.asOwner('select subject from app.mails where to_address = $1', [patient.email]),
    ).toEqual([{ subject: `${clinic.name} wrote to you` }])
    expect(await statusOf(patient)).toEqual([{ status: 'sent', reason: null }])
  })

  it('at night is notified in the morning, in their own zone', async () => {
    const late = await aReachable({ state: 'HI' })
    test.clock.advance('PT19H')
    await tell(late)
    await work()
    await sendDueTexts(test.services).run({})
    await work()
    expect([sent.length, await statusOf(late)]).toEqual([0, [{ status: 'queued', reason: null }]])
    test.clock.advance('PT5H')
    await sendDueTexts(test.services).run({})
    await work()
    expect(sent.map(({ to }) => to)).toEqual([late.phone])
  })

  it('is not notified after a whole day of waiting', async () => {
    const late = await aReachable()
    await tell(late)
    next = [
      () => {
        throw new Error('not now')
      },
    ]
    await work().catch(() => undefined)
    await test.db.asOwner(`delete from jobs.job where name = 'texts.send'`)
    test.clock.advance('PT25H')
    await sendDueTexts(test.services).run({})
    await work()
    expect([sent.length, await statusOf(late)]).toEqual([0, [{ status: 'failed', reason: 'too late' }]])
  })
})

// spec: B9 Starter notifies by e-mail alone
describe('of a clinic whose tier includes e-mail alone', () => {
  const bodyOf = async ({ email }: Patient) =>
    (await mailsTo(test.db, email)).at(-1)?.text_body.replaceAll(/\s+/g, ' ')

  it('a patient who chose texts gets a mail with the reason, and choice and number stay', async () => {
    const small = await aClinic(test.db)
    test.clock.advance('P200D')
    await paysForTier(test.db, small, 'starter', { since: '2026-12-20T15:00:00Z' })
    const patient = await aReachable({ at: small })
    await tell(patient, 'reminder')
    await work()
    expect([sent.length, await statusOf(patient)]).toEqual([0, []])
    expect(await bodyOf(patient)).toContain(
      'You chose text messages. Your clinic does not send them at the moment',
    )
    expect(await consentsOf(patient)).toBe(true)

    await paysForTier(test.db, small, 'professional', { since: '2026-12-20T15:00:00Z' })
    await tell(patient, 'reminder')
    await work()
    expect(sent.map(({ to }) => to)).toEqual([patient.phone])
  })

  it('a text that waits for the morning is withheld once the tier changes; its mail has been sent', async () => {
    const small = await aClinic(test.db)
    test.clock.advance('P200DT13H')
    await paysForTier(test.db, small, 'professional', { since: '2026-12-20T15:00:00Z' })
    const patient = await aReachable({ at: small })
    await tell(patient)
    await work()
    expect(await statusOf(patient)).toEqual([{ status: 'queued', reason: null }])
    expect(await bodyOf(patient)).toContain('wrote to you')

    await paysForTier(test.db, small, 'starter', { since: '2026-12-20T15:00:00Z' })
    test.clock.advance('PT8H')
    await sendDueTexts(test.services).run({})
    await work()
    expect([sent.length, await statusOf(patient)]).toEqual([
      0,
      [{ status: 'withheld', reason: 'not in the tier' }],
    ])
  })
})

describe('nothing is sent', () => {
  it.each([
    ['without consent', async () => aReachable({ consents: false })],
    [
      'to a former patient',
      async () => {
        const patient = await aReachable()
        await test.db.asOwner('update clinic_memberships set ended_at = now() where id = $1', [
          patient.membershipId,
        ])
        return patient
      },
    ],
    [
      'to a patient without a number',
      async () => {
        const patient = await aReachable()
        await test.db.asOwner('update patient_details set phone = null where patient_id = $1', [
          patient.patientId,
        ])
        return patient
      },
    ],
  ])('%s', async (_why, make) => {
    const patient = await make()
    await tell(patient)
    await work()
    expect(sent).toEqual([])
  })

  it('where there is no provider, and it is not recorded as sent', async () => {
    const [unsent, waiting] = [await aReachable(), await aReachable()]
    await tell(waiting)
    next = [
      () => {
        throw new Error('not now')
      },
    ]
    await test.services.jobs.drain().catch(() => undefined)
    await test.db.asOwner(`update app.text_messages set status = 'queued' where patient_id = $1`, [
      waiting.patientId,
    ])
    test.services.sms = null
    await tell(unsent)
    await work()
    expect(sent).toEqual([])
    expect(await statusOf(unsent)).toEqual([])
    expect(await statusOf(waiting)).toEqual([{ status: 'withheld', reason: 'no provider' }])
  })

  it('of a reminder without consent to reminders, but of other notices', async () => {
    const patient = await aReachable()
    await test.db.asOwner(
      'update contact_preferences set appointment_reminders = false where patient_id = $1',
      [patient.patientId],
    )
    await tell(patient, 'reminder')
    await work()
    expect(sent).toEqual([])
    await tell(patient, 'update')
    await work()
    expect(sent).toHaveLength(1)
  })

  it('after consent was withdrawn while it waited', async () => {
    const patient = await aReachable()
    await tell(patient)
    // the notice is processed and the text queued; then the patient withdraws
    next = [
      () => {
        throw new Error('not now')
      },
    ]
    await test.services.jobs.drain().catch(() => undefined)
    await test.db.asOwner(`update app.text_messages set status = 'queued' where patient_id = $1`, [
      patient.patientId,
    ])
    await consent(patient, clinic, false)
    await test.services.jobs.drain()
    expect(sent).toEqual([])
    expect(await statusOf(patient)).toEqual([{ status: 'withheld', reason: 'no consent' }])
  })
})

describe('after a lost answer', () => {
  const lost = () => {
    throw new TypeError('the connection was cut')
  }

  it('the provider is queried, and a message that it has is not sent again', async () => {
    const patient = await aReachable()
    await tell(patient)
    next = [lost]
    await test.services.jobs.drain().catch(() => undefined)
    expect(await statusOf(patient)).toEqual([{ status: 'sending', reason: null }])
    known = 'SM-known'
    await test.services.jobs.drain()
    expect(sent).toEqual([])
    expect(await statusOf(patient)).toEqual([{ status: 'sent', reason: null }])
  })

  it('a message that the provider does not have is sent', async () => {
    const patient = await aReachable()
    await tell(patient)
    next = [lost]
    await test.services.jobs.drain().catch(() => undefined)
    await test.services.jobs.drain()
    expect(sent).toHaveLength(1)
  })
})

it('a number that has stopped at the provider is stopped here', async () => {
  const patient = await aReachable()
  await tell(patient)
  next = [
    () => {
      throw new TextRefused('21610', true)
    },
  ]
  await work()
  expect(await statusOf(patient)).toEqual([{ status: 'failed', reason: '21610' }])
  expect(await consentsOf(patient)).toBe(false)
})

/** A call by Twilio, signed by default. */
async function call(path: string, params: Record<string, string>, signature?: string): Promise<Response> {
  const url = `http://carefold.localhost:3000${path}`
  const text = Object.entries(params)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .reduce((all, [name, value]) => all + name + value, url)
  const handle = path.startsWith(twilioPaths.status) ? receiveTextStatus : receiveText
  return handle(test.services)(
    new Request(url, {
      method: 'POST',
      headers: {
        'x-twilio-signature': signature ?? createHmac('sha1', authToken).update(text).digest('base64'),
      },
      body: new URLSearchParams(params),
    }),
  )
}

describe('a received text', () => {
  it('STOP ends texts to that number at all clinics, START restores consents, and the ledger has both', async () => {
    const second = await aClinic(test.db)
    const phone = '+14165559001'
    const [here, there] = [await aReachable({ phone }), await aReachable({ phone, at: second })]
    const never = await aReachable({ phone, consents: false })
    test.clock.advance('PT1M')
    const answer = await call(twilioPaths.inbound, { From: phone, Body: ' Stop ' })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8'])
    expect(await answer.text()).toContain('You no longer get texts')
    expect([await consentsOf(here), await consentsOf(there)]).toEqual([false, false])
    for (const patient of [here, there]) await tell(patient)
    await work()
    expect(sent).toEqual([])

    test.clock.advance('PT1M')
    await call(twilioPaths.inbound, { From: phone, Body: 'START' })
    expect([await consentsOf(here), await consentsOf(there)]).toEqual([true, true])
    expect((await consentsOf(never)) ?? false).toBe(false)
    expect(
      await test.db.asOwner(
        `select is_given, channel, wording from consents where patient_id = $1 and purpose = 'sms_care' order by given_at`,
        [here.patientId],
      ),
    ).toEqual(
      expect.arrayContaining([
        { is_given: false, channel: 'sms', wording: 'Text message: STOP' },
        { is_given: true, channel: 'sms', wording: 'Text message: START' },
      ]),
    )
  })

  it('a stopped number of a new patient gets no texts', async () => {
    const phone = '+14165559002'
    await call(twilioPaths.inbound, { From: phone, Body: 'UNSUBSCRIBE' })
    const patient = await aReachable({ phone })
    await tell(patient)
    await work()
    expect(sent).toEqual([])
  })

  it('HELP and any other text is answered with the contact', async () => {
    for (const Body of ['HELP', 'My knee hurts']) {
      const answer = await call(twilioPaths.inbound, { From: '+14165559003', Body })
      expect(await answer.text()).toContain('To write to your clinic, sign in')
    }
    // where the provider has answered
    const silent = await call(twilioPaths.inbound, { From: '+14165559003', Body: 'HELP', OptOutType: 'HELP' })
    expect(await silent.text()).not.toContain('<Message>')
  })

  it('is accepted only when signed by Twilio', async () => {
    const patient = await aReachable()
    const answer = await call(twilioPaths.inbound, { From: patient.phone, Body: 'STOP' }, 'forged')
    expect(answer.status).toBe(403)
    expect(await consentsOf(patient)).toBe(true)
  })
})

describe('a delivery report', () => {
  it('is recorded, in any order, if signed', async () => {
    const patient = await aReachable()
    await tell(patient)
    await work()
    const { id = '' } = sent[0] ?? {}
    const report = (MessageStatus: string, more: Record<string, string> = {}, signature?: string) =>
      call(
        `${twilioPaths.status}?id=${id}&clinic=${clinic.id}`,
        { MessageSid: `SM-${id}`, MessageStatus, ...more },
        signature,
      )
    expect((await report('failed', {}, 'forged')).status).toBe(403)
    const elsewhere = `${twilioPaths.status}?id=${id}&clinic=${crypto.randomUUID()}`
    expect((await call(elsewhere, { MessageSid: `SM-${id}`, MessageStatus: 'failed' })).status).toBe(204)
    expect((await report('delivered')).status).toBe(204)
    await report('sent')
    await report('failed', { ErrorCode: '30003' })
    expect(await statusOf(patient)).toEqual([{ status: 'delivered', reason: null }])
    await call(`${twilioPaths.status}?id=${id}&clinic=${clinic.id}`, {
      MessageSid: 'SM-other',
      MessageStatus: 'failed',
    })
    expect(await statusOf(patient)).toEqual([{ status: 'delivered', reason: null }])
  })

  it('a failure names its code', async () => {
    const patient = await aReachable()
    await tell(patient)
    await work()
    const { id = '' } = sent[0] ?? {}
    await call(`${twilioPaths.status}?id=${id}&clinic=${clinic.id}`, {
      MessageSid: `SM-${id}`,
      MessageStatus: 'undelivered',
      ErrorCode: '30003',
    })
    expect(await statusOf(patient)).toEqual([{ status: 'failed', reason: '30003' }])
  })
})
