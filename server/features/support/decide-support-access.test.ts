import { expect, it } from 'vitest'
import type { SupportAccess } from '#domain/support/support.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { setUpServices } from '#testing/set-up.ts'
import { anOperator, operatorEnv } from '#testing/sign-in/operator.ts'
import { aClinic, aStaffMember } from '#testing/sign-in/people.ts'
import { askSupportAccess, endSupportAccess } from './ask-support-access.ts'
import { decideSupportAccess } from './decide-support-access.ts'
import { operatorSupport, supportAccesses } from './support-accesses.ts'
import { supportView } from './support-view.ts'

type Answer = { accesses: SupportAccess[] }
const test = await setUpServices({ env: operatorEnv })
const operator = await anOperator(test.db)
const clinic = await aClinic(test.db)

const reason = 'Receipts do not arrive, as your admin wrote'
const ask = async (of = clinic, by: Caller = operator.caller()) => {
  test.clock.advance('PT1S')
  const { accesses } = (await askSupportAccess.call(test.services, by, { clinicId: of.id, reason })) as Answer
  return accesses[0]?.id ?? ''
}
const decide = (accessId: string, decision: string, by: Caller = clinic.admin.caller()) =>
  decideSupportAccess.call(test.services, by, { accessId, decision }) as Promise<Answer>
const listed = async (of = clinic) =>
  ((await supportAccesses.call(test.services, of.admin.caller(), {})) as Answer).accesses
const view = (accessId: string) => supportView.call(test.services, operator.caller(), { accessId })

it('waits for the admin, who reads the reason, and is open for an hour', async () => {
  const id = await ask()
  expect(await listed()).toMatchObject([{ id, state: 'waiting', reason, endsAt: null }])
  await expect(view(id)).rejects.toMatchObject({ code: 'support_over' })
  await expect(ask()).rejects.toMatchObject({ code: 'support_open' })

  const { accesses } = await decide(id, 'approve')
  const endsAt = new Date(test.clock.now().getTime() + 60 * 60_000).toISOString()
  expect(accesses).toMatchObject([{ id, state: 'live', endsAt }])
  test.clock.advance('PT59M')
  expect((await decide(id, 'approve')).accesses).toMatchObject([{ state: 'live', endsAt }])
  await expect(view(id)).resolves.toMatchObject({ clinicName: clinic.name, endsAt })
  test.clock.advance('PT1M')
  await expect(view(id)).rejects.toMatchObject({ code: 'support_over' })
  expect(await listed()).toMatchObject([{ id, state: 'ended', endsAt }])
  const all = (await operatorSupport.call(test.services, operator.caller(), {})) as Answer
  expect(all.accesses).toEqual(await listed())
})

it('is ended by either side, at once', async () => {
  const byAdmin = await ask()
  await decide(byAdmin, 'approve')
  await decide(byAdmin, 'end')
  await expect(view(byAdmin)).rejects.toMatchObject({ code: 'support_over' })
  const byOperator = await ask()
  await decide(byOperator, 'approve')
  const end = () => endSupportAccess.call(test.services, operator.caller(), { accessId: byOperator })
  await end()
  await expect(end()).rejects.toMatchObject({ code: 'support_over' })
  await expect(view(byOperator)).rejects.toMatchObject({ code: 'support_over' })
  const trail = await test.db.asOwner(
    `select action, actor_id from app.audit_log where clinic_id = $1 and subject_id = $2 order by id`,
    [clinic.id, byOperator],
  )
  expect(trail).toEqual([
    { action: 'support.asked', actor_id: operator.userId },
    { action: 'support.approved', actor_id: clinic.admin.userId },
    { action: 'support.ended', actor_id: operator.userId },
  ])
})

it('is declined for good, and lapses unanswered after a week', async () => {
  const declined = await ask()
  await decide(declined, 'decline')
  expect((await decide(declined, 'approve')).accesses[0]).toMatchObject({ id: declined, state: 'declined' })
  await expect(view(declined)).rejects.toMatchObject({ code: 'support_over' })
  const unanswered = await ask()
  test.clock.advance('P7D')
  expect((await decide(unanswered, 'approve')).accesses[0]).toMatchObject({ id: unanswered, state: 'lapsed' })
  await expect(view(unanswered)).rejects.toMatchObject({ code: 'support_over' })
  const again = await ask()
  expect(again).not.toBe(unanswered)
  await decide(again, 'decline')
})

it('is requested by the operator and decided by an admin of that clinic only', async () => {
  const id = await ask()
  const other = await aClinic(test.db)
  const staff = await aStaffMember(test.db, clinic)
  await expect(ask(clinic, clinic.admin.caller())).rejects.toMatchObject({ code: 'not_allowed' })
  for (const by of [staff.caller(), other.admin.caller(clinic), operator.caller(clinic)])
    await expect(decide(id, 'approve', by)).rejects.toMatchObject({ code: 'not_allowed' })
  for (const accessId of [id, crypto.randomUUID()])
    await expect(decide(accessId, 'approve', other.admin.caller())).rejects.toMatchObject({
      code: 'not_found',
    })
  expect(await listed(other)).toEqual([])
  await expect(ask({ ...clinic, id: crypto.randomUUID() })).rejects.toMatchObject({ code: 'not_found' })
  expect((await listed())[0]).toMatchObject({ id, state: 'waiting' })
})
