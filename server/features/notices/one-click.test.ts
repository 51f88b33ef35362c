import { expect, it } from 'vitest'
import { broadcastStage } from '#testing/broadcast-stage.ts'
import { oneClick } from './one-click.ts'

const stage = broadcastStage()

/** As a mail program does: without cookies, by any network. */
const press = (url: string, body: BodyInit = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })) =>
  oneClick(stage.test.services)(new Request(url, { method: 'POST', body }), {
    requestId: crypto.randomUUID(),
    address: crypto.randomUUID(),
  })

async function aMailed(purpose: 'care' | 'marketing'): Promise<URL> {
  await stage.setPreference(stage.nora, 'marketing_communications', true)
  await stage.send({ purpose })
  await stage.test.services.jobs.drain()
  const [mail] = await stage.test.db.asOwner<{ url: string }>(
    `select unsubscribe_url as url from app.mails where clinic_id = $1 and template = 'broadcast'`,
    [stage.clinic.id],
  )
  return new URL(mail?.url ?? '')
}
const consents = () =>
  stage.test.db.asOwner(
    'select purpose, is_given, channel from consents where clinic_id = $1 and patient_id = $2',
    [stage.clinic.id, stage.nora.patientId],
  )

it.each(['care', 'marketing'] as const)(
  'ends the consent of its purpose at once, twice: %s',
  async (purpose) => {
    const url = await aMailed(purpose)
    expect([url.pathname, url.hash, url.searchParams.get('about')]).toEqual(['/stop-emails', '', purpose])
    expect(url.searchParams.get('key')).toBe(new URL((await stage.mails())[0]?.links[0] ?? '').hash.slice(1))
    for (const _ of [1, 2]) {
      const response = await press(url.href)
      expect([response.status, response.redirected, response.headers.get('location')]).toEqual([
        200,
        false,
        null,
      ])
    }
    expect(await consents()).toEqual([
      { purpose: purpose === 'care' ? 'email' : 'marketing', is_given: false, channel: 'email' },
    ])
    expect(await stage.listed()).toMatchObject([{ unsubscribed: 1 }])
  },
)

it('takes a form with parts, and no other body', async () => {
  const url = await aMailed('care')
  expect((await press(url.href, new URLSearchParams({ other: 'One-Click' }))).status).toBe(400)
  expect((await press(url.href, 'List-Unsubscribe')).status).toBe(400)
  expect(await consents()).toEqual([])
  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')
  expect((await press(url.href, form)).status).toBe(200)
  expect(await consents()).toHaveLength(1)
})

it('answers the same for an unknown secret, and refuses a malformed one', async () => {
  const url = await aMailed('care')
  url.searchParams.set('key', crypto.randomUUID())
  expect((await press(url.href)).status).toBe(200)
  url.searchParams.set('key', 'x')
  expect((await press(url.href)).status).toBe(400)
  expect(await consents()).toEqual([])
})
