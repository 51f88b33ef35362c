import { afterAll, expect, it } from 'vitest'
import { openTestSale } from '#testing/money/payments.ts'
import { aStaffMember, type Person } from '#testing/sign-in/people.ts'
import { eraseLeft } from './erase-left.ts'

const sale = await openTestSale()
afterAll(() => sale.test.close())

const atNight = () => eraseLeft(sale.test.services).run({})

/** A team member with notices, notice preferences and a last visit. */
async function aColleague(): Promise<Person> {
  const colleague = await aStaffMember(sale.test.db, sale.clinic)
  const { userId } = colleague
  const { id: clinicId } = sale.clinic
  const { asOwner } = sale.test.db
  await asOwner(`insert into notice_preferences (clinic_id, user_id, updated_at) values ($1, $2, now())`, [
    clinicId,
    userId,
  ])
  await asOwner(
    `insert into user_notices (clinic_id, user_id, event, kind, key, channel, noticed_at)
     select $1, $2, n.event, n.kind, gen_random_uuid()::text, 'in_app', now()
       from (values ('system_alerts', 'patient_joined')) as n (event, kind)`,
    [clinicId, userId],
  )
  await asOwner(
    `insert into membership_activity (clinic_id, membership_id, last_active_at)
     select clinic_id, id, now() from clinic_memberships where clinic_id = $1 and user_id = $2`,
    [clinicId, userId],
  )
  return colleague
}

async function leave({ userId }: Person): Promise<void> {
  await sale.test.db.asOwner(
    'update clinic_memberships set ended_at = $3 where clinic_id = $1 and user_id = $2',
    [sale.clinic.id, userId, sale.test.clock.now()],
  )
}

async function keptOf({ userId }: Person) {
  const [kept] = await sale.test.db.asOwner(
    `select (select count(*)::int from notice_preferences where user_id = $1) as preferences,
            (select count(*)::int from user_notices where user_id = $1) as notices,
            (select count(*)::int from membership_activity a join clinic_memberships m on m.id = a.membership_id
              where m.user_id = $1) as visits`,
    [userId],
  )
  return kept
}

it('erases a former colleague’s notices and preferences after thirty days, and nothing of others', async () => {
  const [left, stays] = [await aColleague(), await aColleague()]
  await leave(left)
  await sale.test.pass('P29D')
  await atNight()
  expect(await keptOf(left)).toEqual({ preferences: 1, notices: 1, visits: 1 })

  await sale.test.pass('P1D')
  await atNight()
  expect(await keptOf(left)).toEqual({ preferences: 0, notices: 0, visits: 0 })
  expect(await keptOf(stays)).toEqual({ preferences: 1, notices: 1, visits: 1 })
})

it('erases nothing of a colleague who returned', async () => {
  const back = await aColleague()
  await leave(back)
  await sale.test.db.asOwner('update clinic_memberships set ended_at = null where user_id = $1', [
    back.userId,
  ])
  await sale.test.pass('P31D')
  await atNight()
  expect(await keptOf(back)).toEqual({ preferences: 1, notices: 1, visits: 1 })
})
