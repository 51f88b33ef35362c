import { beforeEach, expect, it } from 'vitest'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, type TestClinic } from '#testing/sign-in/people.ts'
import { markJoinPageViewed } from './mark-join-page-viewed.ts'

let clinic: TestClinic
const test = await setUpServices()
beforeEach(async () => {
  clinic = await aClinic(test.db)
})

async function viewedAt() {
  const [row] = await test.db.asOwner('select join_page_viewed_at from clinics where id = $1', [clinic.id])
  return row?.join_page_viewed_at
}

it('counts the first time only, and is audited once', async () => {
  expect(await viewedAt()).toBeNull()
  await markJoinPageViewed.call(test.services, clinic.admin.caller(), {})
  const first = await viewedAt()
  expect(first).toBeInstanceOf(Date)
  test.clock.advance('P1D')
  await markJoinPageViewed.call(test.services, clinic.admin.caller(), {})
  expect(await viewedAt()).toEqual(first)
  expect(await test.db.asOwner('select action from app.audit_log where clinic_id = $1', [clinic.id])).toEqual(
    [{ action: 'clinic.join_page_viewed' }],
  )
})
