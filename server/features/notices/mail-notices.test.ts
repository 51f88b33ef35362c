// The team's notices: once, by each member's preferences, in mails without the content.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anAppointment } from '#testing/appointments.ts'
import { openTestServices, type TestServices } from '#testing/database/services.ts'
import { aClinic, aPatient, aStaffMember, type Member, type TestClinic } from '#testing/sign-in/people.ts'
import { dailySummaries } from './daily-summary.ts'
import { pruneNotices } from './mail-notices.ts'
import { writeNotice } from './write-notice.ts'

const start = '2026-03-10T15:00:00Z'
const setClock = (at: string) => test.clock.setOffset(Date.parse(at) - Date.parse(start))

let test: TestServices
let clinic: TestClinic
beforeAll(async () => {
  test = await openTestServices({ now: start })
  clinic = await aClinic(test.db)
})
afterAll(() => test.close())

const notify = (person: Member, notice: { kind?: 'task_assigned' | 'security_changed'; key?: string } = {}) =>
  test.services.transactions.withSystem('test', (tx) =>
    test.services.notices.notify(tx, {
      clinicId: clinic.id,
      userId: person.userId,
      kind: notice.kind ?? 'task_assigned',
      key: notice.key ?? crypto.randomUUID(),
    }),
  )

interface Row {
  id: string
  kind: string
  patient_id: string | null
  figures: Record<string, number>
  channel: string
  read_at: Date | null
  noticed_at: Date
}
const noticesOf = ({ userId }: Member) =>
  test.db.asOwner<Row>('select * from user_notices where user_id = $1 order by noticed_at, id', [userId])

const mailsTo = async ({ email }: Member) => {
  await test.services.jobs.drain()
  return test.db.asOwner<{ template: string; subject: string; text: string; links: string[] }>(
    'select template, subject, text_body as text, links from app.mails where to_address = $1 order by queued_at, id',
    [email],
  )
}

describe('a mail', () => {
  it('is sent once for all pending notices, without their content', async () => {
    const ann = await aStaffMember(test.db, clinic)
    await notify(ann, { kind: 'security_changed' })
    await notify(ann, { kind: 'security_changed' })
    const [mail, ...others] = await mailsTo(ann)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ template: 'team-notice', subject: `New notices at ${clinic.name}` })
    expect(mail?.text).toContain('You have 2 new notices')
    expect(mail?.text).toContain('Important Alerts')
    expect(mail?.links).toEqual([`http://${clinic.subdomain}.carefold.localhost:3000/clinic/notices`])
    await notify(ann, { kind: 'security_changed' })
    expect(await mailsTo(ann)).toHaveLength(2)
  })

  it('leads to the thing where there is one notice', async () => {
    const ann = await aStaffMember(test.db, clinic)
    await notify(ann, { kind: 'security_changed' })
    const [mail] = await mailsTo(ann)
    expect(mail?.links).toEqual([`http://${clinic.subdomain}.carefold.localhost:3000/settings/security`])
    expect(mail?.text).toContain('See what happened:')
  })

  it('is not sent to a member who has left', async () => {
    const ann = await aStaffMember(test.db, clinic)
    await notify(ann, { kind: 'security_changed' })
    await test.db.asOwner('update clinic_memberships set ended_at = now() where id = $1', [ann.membershipId])
    expect(await mailsTo(ann)).toEqual([])
  })

  it('is sent later where its job was lost', async () => {
    const ann = await aStaffMember(test.db, clinic)
    await notify(ann, { kind: 'security_changed' })
    await test.db.asOwner(`delete from jobs.job where name = 'notices.mail'`)
    expect(await mailsTo(ann)).toEqual([])
    test.clock.advance('PT61M')
    await pruneNotices(test.services).run({})
    expect(await mailsTo(ann)).toHaveLength(1)
  })
})

describe('a notice about a patient', () => {
  it('is sent to admins, with ids only', async () => {
    const patient = await aPatient(test.db, clinic)
    const admin = await aStaffMember(test.db, clinic, { role: 'admin' })
    const staff = await aStaffMember(test.db, clinic)
    const now = test.clock.now()
    await test.services.transactions.withSystem('test', (tx) =>
      writeNotice(
        tx,
        {
          clinicId: clinic.id,
          kind: 'patient_joined',
          subjectId: patient.membershipId,
          key: patient.membershipId,
        },
        now,
      ),
    )
    await test.services.jobs.drain()
    expect(await noticesOf(staff)).toEqual([])
    const [notice, ...others] = await noticesOf(admin)
    expect(others).toEqual([])
    expect(notice).toMatchObject({ kind: 'patient_joined', patient_id: patient.patientId, channel: 'in_app' })
    expect(JSON.stringify(notice)).not.toContain(patient.name)
  })
})

it('is deleted after ninety days', async () => {
  const ann = await aStaffMember(test.db, clinic)
  await notify(ann)
  await test.db.asOwner(`update user_notices set noticed_at = $2 where user_id = $1`, [
    ann.userId,
    new Date(test.clock.now().getTime() - 91 * 24 * 60 * 60_000),
  ])
  await notify(ann)
  await pruneNotices(test.services).run({})
  expect(await noticesOf(ann)).toHaveLength(1)
})

describe('the daily summary', () => {
  const summarize = async (at: string) => {
    setClock(at)
    return dailySummaries(test.services).run({})
  }
  async function aBusyClinic(timeZone: string, date: string) {
    const busy = await aClinic(test.db, { timeZone })
    const patient = await aPatient(test.db, busy)
    await anAppointment(test.db, busy, patient, { date })
    return { busy, patient }
  }
  const daysOf = async (person: Member) =>
    (
      await test.db.asOwner<{ key: string }>(
        `select key from user_notices where user_id = $1 and kind = 'daily_summary' order by noticed_at`,
        [person.userId],
      )
    ).map(({ key }) => key.slice('daily_summary:'.length))

  it('is sent at 7:00 in the clinic’s zone, once per person and day, also by two servers at once', async () => {
    const { busy } = await aBusyClinic('America/Vancouver', '2026-04-14')
    await summarize('2026-04-14T13:59:00Z')
    expect(await daysOf(busy.admin)).toEqual([])
    setClock('2026-04-14T14:00:00Z')
    await Promise.all([dailySummaries(test.services).run({}), dailySummaries(test.services).run({})])
    await summarize('2026-04-14T20:00:00Z')
    expect(await daysOf(busy.admin)).toEqual(['2026-04-14'])
    const [mail, ...others] = await mailsTo(busy.admin)
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      template: 'daily-summary',
      subject: `Your day at ${busy.name}: Apr 14, 2026`,
    })
    expect(mail?.text).toContain('1 booking today')
  })

  it('is sent late after an outage, for the current day only', async () => {
    const { busy, patient } = await aBusyClinic('Europe/Berlin', '2026-05-04')
    for (const date of ['2026-05-05', '2026-05-06']) await anAppointment(test.db, busy, patient, { date })
    await summarize('2026-05-04T05:00:00Z')
    await summarize('2026-05-06T17:30:00Z')
    expect(await daysOf(busy.admin)).toEqual(['2026-05-04', '2026-05-06'])
  })

  it.each([
    ['spring', '2026-03-29', '2026-03-29T04:59:00Z', '2026-03-29T05:00:00Z'],
    ['autumn', '2026-10-25', '2026-10-25T05:59:00Z', '2026-10-25T06:00:00Z'],
  ])('stays at its wall time across the clock change in %s', async (_season, date, before, at) => {
    const { busy } = await aBusyClinic('Europe/Berlin', date)
    await summarize(before)
    expect(await daysOf(busy.admin)).toEqual([])
    await summarize(at)
    expect(await daysOf(busy.admin)).toEqual([date])
  })

  it('is skipped if empty, and for members who switched it off', async () => {
    const quiet = await aClinic(test.db)
    const { busy } = await aBusyClinic('America/New_York', '2026-06-02')
    const ann = await aStaffMember(test.db, busy)
    await test.db.asOwner(
      `insert into notice_preferences (clinic_id, user_id, daily_summary, updated_at) values ($1, $2, 'none', now())`,
      [busy.id, ann.userId],
    )
    await summarize('2026-06-02T12:00:00Z')
    expect(await daysOf(quiet.admin)).toEqual([])
    expect(await mailsTo(ann)).toEqual([])
    expect(await mailsTo(busy.admin)).toHaveLength(1)
  })
})
