import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { TextRefused } from './sms.ts'
import { isFromTwilio, twilioSms } from './twilio.ts'

const settings = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'a-token', from: '+14155550100' }
const message = {
  id: crypto.randomUUID(),
  to: '+14165550123',
  clinicId: crypto.randomUUID(),
  text: 'You have a new message from your clinic.',
}

/** A Twilio with a fixed answer, and the requests it received. */
function aTwilio(status: number, body: unknown) {
  const asked: { url: string; init: RequestInit }[] = []
  const send = (async (url: string, init: RequestInit) => {
    asked.push({ url, init })
    return Response.json(body, { status })
  }) as unknown as typeof fetch
  return { asked, sms: twilioSms(settings, 'https://carefold.example/hooks/sms/status', send) }
}

describe('Twilio', () => {
  it('receives the message with its number, and where to report', async () => {
    const { asked, sms } = aTwilio(201, { sid: 'SM1' })
    expect(await sms.send(message)).toBe('SM1')
    expect(asked[0]?.url).toBe(
      `https://api.twilio.com/2010-04-01/Accounts/${settings.accountSid}/Messages.json`,
    )
    expect(Object.fromEntries(new URLSearchParams(String(asked[0]?.init.body)))).toEqual({
      To: message.to,
      From: settings.from,
      Body: message.text,
      StatusCallback: `https://carefold.example/hooks/sms/status?id=${message.id}&clinic=${message.clinicId}`,
    })
  })

  it('refuses some permanently, reports an opt-out, and fails temporarily', async () => {
    await expect(aTwilio(400, { code: 21211 }).sms.send(message)).rejects.toMatchObject({
      name: 'TextRefused',
      code: '21211',
      isStopped: false,
    })
    await expect(aTwilio(400, { code: 21610 }).sms.send(message)).rejects.toMatchObject({ isStopped: true })
    for (const status of [401, 429, 500, 503]) {
      const failure = await aTwilio(status, {})
        .sms.send(message)
        .catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(Error)
      expect(failure).not.toBeInstanceOf(TextRefused)
    }
  })

  it('finds a sent message by its text and time', async () => {
    const since = new Date('2026-03-10T15:00:00Z')
    const messages = [
      { sid: 'SM-other', body: 'other', date_created: 'Tue, 10 Mar 2026 15:00:02 +0000' },
      { sid: 'SM-old', body: message.text, date_created: 'Mon, 09 Mar 2026 15:00:02 +0000' },
      { sid: 'SM-it', body: message.text, date_created: 'Tue, 10 Mar 2026 15:00:02 +0000' },
    ]
    expect(await aTwilio(200, { messages }).sms.find(message, since)).toBe('SM-it')
    expect(await aTwilio(200, { messages: messages.slice(0, 2) }).sms.find(message, since)).toBeNull()
  })
})

describe('a signature', () => {
  const url = 'https://carefold.example/hooks/sms'
  const params = new URLSearchParams({ From: '+14165550123', Body: 'STOP', AccountSid: settings.accountSid })
  const sign = (text: string, token = settings.authToken) =>
    createHmac('sha1', token).update(text).digest('base64')
  const text = `${url}AccountSid${settings.accountSid}BodySTOPFrom+14165550123`

  it('covers the address and every parameter', () => {
    const signature = sign(text)
    expect(isFromTwilio(settings.authToken, { url, params, signature })).toBe(true)
    const changed = new URLSearchParams(params)
    changed.set('Body', 'START')
    expect(isFromTwilio(settings.authToken, { url, params: changed, signature })).toBe(false)
    expect(isFromTwilio(settings.authToken, { url: `${url}?id=1`, params, signature })).toBe(false)
  })

  it.each([
    ['', null],
    ['other', sign(text, 'other')],
    ['short', 'abc'],
    ['none', ''],
  ])('%s is refused', (_which, signature) => {
    expect(isFromTwilio(settings.authToken, { url, params, signature })).toBe(false)
  })
})
