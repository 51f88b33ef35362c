// A brand is served while the clinic's tier includes white labeling (docs/decisions/0102); only the server writes it.
import { expect, it } from 'vitest'
import { graceEndsAt } from '#domain/subscriptions/subscriptions.ts'
import type { Caller, Tx } from '#server/platform/database/transactions.ts'
import { setUpDatabase } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember, aVisitor } from '#testing/sign-in/people.ts'

const db = await setUpDatabase()
const clinic = await aClinic(db)
const other = await aClinic(db)
for (const { id } of [clinic, other])
  await db.asOwner(
    `insert into clinic_brands (clinic_id, color, light, dark, hides_carefold, updated_at)
     values ($1, '#0F62AC', '#0F62AC', '#7AB8F5', true, now())`,
    [id],
  )

const pays = (tier: string, status: string | null, start: Date | null = new Date()) =>
  db.asOwner(
    'update clinic_billing set tier = $2, subscription_status = $3, current_period_start = $4 where clinic_id = $1',
    [clinic.id, tier, status, start],
  )

const seenBy = (caller: Caller) =>
  db.transactions.withActor(caller, (tx) =>
    tx.selectFrom('clinic_brands').select(['clinic_id', 'light', 'hides_carefold']).execute(),
  )
const shown = () => [{ clinic_id: clinic.id, light: '#0F62AC', hides_carefold: true }]

it('every visitor of the clinic’s address sees its brand, and no other clinic’s', async () => {
  await pays('enterprise', 'active')
  const patient = await aPatient(db, clinic)
  const staff = await aStaffMember(db, clinic)
  for (const caller of [aVisitor(clinic), patient.caller(), staff.caller(), clinic.admin.caller()])
    expect(await seenBy(caller)).toEqual(shown())
  // the other clinic pays for no tier
  expect(await seenBy(aVisitor(other))).toEqual([])
  expect(await seenBy(clinic.admin.caller(other))).toEqual([])
  expect(await seenBy(aVisitor(null))).toEqual([])
})

it.each([
  ['professional', 'active'],
  ['starter', 'trialing'],
  ['free', null],
  ['enterprise', 'canceled'],
  ['enterprise', 'unpaid'],
  ['enterprise', null],
])('none is shown with %s, %s', async (tier, status) => {
  await pays(tier, status)
  for (const caller of [aVisitor(clinic), clinic.admin.caller()]) expect(await seenBy(caller)).toEqual([])
})

it('the grace after a failed payment is that of every plan', async () => {
  const start = new Date()
  const graceMs = graceEndsAt({ currentPeriodStart: start }).getTime() - start.getTime()
  const minute = 60_000
  await pays('enterprise', 'past_due', new Date(Date.now() - graceMs + minute))
  expect(await seenBy(aVisitor(clinic))).toEqual(shown())
  await pays('enterprise', 'past_due', new Date(Date.now() - graceMs - minute))
  expect(await seenBy(aVisitor(clinic))).toEqual([])
})

it('not even the admin writes it without the server', async () => {
  await pays('enterprise', 'active')
  const writes: ((tx: Tx) => Promise<unknown>)[] = [
    (tx) => tx.updateTable('clinic_brands').set({ hides_carefold: false }).execute(),
    (tx) => tx.deleteFrom('clinic_brands').execute(),
  ]
  for (const write of writes)
    await expect(db.transactions.withActor(clinic.admin.caller(), write)).rejects.toThrow('permission denied')
})

it('a color column accepts only a color', async () => {
  await expect(
    db.asOwner(`update clinic_brands set light = '#000;}' where clinic_id = $1`, [clinic.id]),
  ).rejects.toThrow('clinic_brands_light_check')
  await expect(
    db.asOwner('update clinic_brands set light = null where clinic_id = $1', [clinic.id]),
  ).rejects.toThrow('clinic_brands_shades_check')
})

it('the address for replies is for the clinic’s own team, and no client changes it', async () => {
  for (const { id } of [clinic, other])
    await db.asOwner(
      `insert into clinic_mail (clinic_id, reply_to, updated_at) values ($1, 'desk@clinic.test', now())`,
      [id],
    )
  const readBy = (caller: Caller) =>
    db.transactions.withActor(caller, (tx) => tx.selectFrom('clinic_mail').select('clinic_id').execute())
  const staff = await aStaffMember(db, clinic)
  for (const caller of [staff.caller(), clinic.admin.caller()])
    expect(await readBy(caller)).toEqual([{ clinic_id: clinic.id }])
  const patient = await aPatient(db, clinic)
  for (const caller of [patient.caller(), aVisitor(clinic)])
    await expect(readBy(caller)).rejects.toThrow('permission denied')
  for (const write of [
    async (tx: Tx) =>
      void (await tx.updateTable('clinic_mail').set({ reply_to: 'thief@example.test' }).execute()),
    async (tx: Tx) => void (await tx.deleteFrom('clinic_mail').execute()),
  ])
    await expect(db.transactions.withActor(clinic.admin.caller(), write)).rejects.toThrow('permission denied')
})

it.each(['desk', 'desk@a b', 'one@a.test\nBcc: two@a.test', 'a@b@c', ''])(
  'the address for replies is one address on one line: %j',
  async (address) => {
    await expect(
      db.asOwner('update clinic_mail set reply_to = $2 where clinic_id = $1', [clinic.id, address]),
    ).rejects.toThrow('clinic_mail_reply_to_check')
  },
)
