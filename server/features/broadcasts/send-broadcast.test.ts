import { expect, it } from 'vitest'
import { broadcastStage } from '#testing/broadcast-stage.ts'
import { deliverBroadcast } from './deliver-broadcast.ts'

const stage = broadcastStage()

it('mails each recipient once, in the clinic’s words, after a repeated request', async () => {
  const attempt = crypto.randomUUID()
  const [one, again] = [await stage.send({ attempt }), await stage.send({ attempt })]
  expect(again).toEqual(one)
  await stage.test.services.jobs.drain()
  expect(await stage.mails()).toMatchObject([{ to_address: stage.nora.email, subject: 'Closed on Friday' }])
  expect((await stage.mails())[0]?.text_body).toContain('Hello Nora,')
  expect(await stage.listed()).toMatchObject([
    {
      status: 'sent',
      sent: 1,
      waiting: 0,
      bounced: 0,
      unsubscribed: 0,
      to: expect.any(String),
      author: 'Ann Reyes',
    },
  ])
})

it('posts into each conversation, and notifies without the content', async () => {
  await stage.send({ channel: 'portal', subject: '' })
  await stage.test.services.jobs.drain()
  expect(
    await stage.test.db.asOwner('select body, from_side, author_name from messages where patient_id = $1', [
      stage.nora.patientId,
    ]),
  ).toEqual([
    { body: 'Hello Nora,\n\nwe are closed on Friday.', from_side: 'clinic', author_name: 'Ann Reyes' },
  ])
  const told = await stage.test.db.asOwner<{ text_body: string }>(
    'select text_body from app.mails where to_address = $1',
    [stage.nora.email],
  )
  expect(told).toHaveLength(1)
  expect(told[0]?.text_body).not.toContain('closed')
})

it('sends text messages to patients who agreed, not at night, and not after a STOP', async () => {
  await stage.setPhone(stage.nora, '+15550100001')
  expect((await stage.preview({ channel: 'text', subject: '' })).withheld).toEqual({ no_consent: 1 })
  await stage.setPreference(stage.nora, 'sms_notifications', true)
  // 23:00 in New York
  stage.test.clock.advance('PT11H')
  const night = { channel: 'text', subject: '', body: 'Closed on Friday.' }
  expect(await stage.preview(night)).toMatchObject({
    count: 1,
    parts: 1,
    samples: [{ body: 'Closed on Friday. Reply STOP to end texts.' }],
  })
  await stage.send(night)
  await stage.test.services.jobs.drain()
  expect(await stage.listed()).toMatchObject([{ status: 'sending', waiting: 1 }])
  stage.test.clock.advance('PT10H')
  await stage.deliver()
  const sent = await stage.test.db.asOwner(
    `select text_body from app.mails where channel = 'sms' and to_address = '+15550100001'`,
  )
  expect(sent).toEqual([{ text_body: 'Closed on Friday. Reply STOP to end texts.' }])
  expect(await stage.listed()).toMatchObject([{ status: 'sent', sent: 1 }])
  await stage.test.db.asOwner(`insert into app.text_stops values ('+15550100001', now())`)
  expect((await stage.preview(night)).withheld).toEqual({ stopped: 1 })
})

it('checks consent again before it sends', async () => {
  stage.test.clock.advance('PT11H')
  await stage.send()
  await stage.setPreference(stage.nora, 'email_notifications', false)
  stage.test.clock.advance('PT10H')
  await stage.test.services.jobs.drain()
  await stage.deliver()
  expect(await stage.mails()).toEqual([])
  expect(await stage.listed()).toMatchObject([{ status: 'sent', sent: 0, withheld: { no_consent: 1 } }])
})

/** `BROADCAST_RECIPIENTS=5000`: as many as a large stage.clinic has; takes a minute. */
const many = Number(process.env.BROADCAST_RECIPIENTS ?? 1_000)

it(`mails ${many} recipients once each, though workers are killed`, async () => {
  await stage.test.db.asOwner(
    `with users as (insert into auth.users (id, email, email_confirmed_at, user_metadata, created_at, updated_at)
                    select gen_random_uuid(), 'many-' || n || '-' || $2::text || '@example.test', now(), '{}', now(), now()
                      from generate_series(1, ${many}) n returning id, email),
          members as (insert into clinic_memberships (clinic_id, user_id, role, status, accepted_at, created_at, updated_at)
                      select $1, id, 'patient', 'active', now(), now(), now() from users returning user_id),
          people as (insert into patients (clinic_id, user_id, full_name, email)
                     select $1, id, 'Many Patients', email from users returning id)
     insert into appointments (clinic_id, patient_id, provider_id, type, status, date, time, starts_at, ends_at, duration_minutes, time_zone)
     select $1, id, null, 'checkup', 'completed', '2026-02-10', '09:00', '2026-02-10T14:00:00Z', '2026-02-10T14:30:00Z', 30, 'America/New_York'
       from people`,
    [stage.clinic.id, stage.clinic.id],
  )
  const { broadcastId } = await stage.send({ audience: 'visit', of: 'checkup', count: many + 1 })
  const { mailer } = stage.test.services
  let left = 0
  const job = deliverBroadcast({
    ...stage.test.services,
    mailer: {
      queue: (tx, mail) => {
        left--
        if (left === 0) throw new Error('killed')
        return mailer.queue(tx, mail)
      },
    },
  })
  for (const after of [1, 77, 130, 460]) {
    left = after
    await expect(job.run({ clinicId: stage.clinic.id, broadcastId })).rejects.toThrow('killed')
  }
  left = -1
  await Promise.all([1, 2].map(() => job.run({ clinicId: stage.clinic.id, broadcastId })))
  expect(
    await stage.test.db.asOwner(
      `select count(*)::integer as mails, count(distinct to_address)::integer as addresses
         from app.mails where clinic_id = $1 and template = 'broadcast'`,
      [stage.clinic.id],
    ),
  ).toEqual([{ mails: many + 1, addresses: many + 1 }])
  expect(await stage.listed()).toMatchObject([{ status: 'sent', sent: many + 1, waiting: 0 }])
}, 900_000)
