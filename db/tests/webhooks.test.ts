// Reads of webhooks, and the columns that no client reads. Another clinic's people and every write: tenant-escape.
import { expect, it } from 'vitest'
import { setUpDatabase } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember, type Member } from '#testing/sign-in/people.ts'
import { aWebhook } from '#testing/webhooks/webhooks.ts'

const db = await setUpDatabase()
const clinic = await aClinic(db)
const endpointId = await aWebhook(db, clinic)

const seenBy = (person: Member) =>
  db.transactions.withActor(person.caller(), async (tx) => [
    (await tx.selectFrom('webhook_endpoints').select(['id', 'url', 'topics']).execute()).length,
    (await tx.selectFrom('webhook_deliveries').select(['id', 'kind', 'status']).execute()).length,
  ])

it('are read by admins alone', async () => {
  expect(await seenBy(clinic.admin)).toEqual([1, 1])
  const settings = await aStaffMember(db, clinic, { permissionSets: ['settings'] })
  for (const person of [settings, await aStaffMember(db, clinic), await aPatient(db, clinic)])
    await expect(seenBy(person)).rejects.toThrow('permission denied')
})

it('are not read by an admin of another clinic', async () => {
  const other = await aClinic(db)
  expect(await seenBy(other.admin)).toEqual([0, 0])
})

it.each([
  ['webhook_endpoints', 'secret'],
  ['webhook_endpoints', 'former_secret'],
  ['webhook_deliveries', 'data'],
] as const)('shows no client the column %s.%s', async (table, column) => {
  await expect(
    db.transactions.withActor(clinic.admin.caller(), (tx) =>
      tx
        .selectFrom(table)
        .select(column as never)
        .execute(),
    ),
  ).rejects.toThrow('permission denied')
})

it('are changed by the server alone', async () => {
  await expect(
    db.transactions.withActor(clinic.admin.caller(), (tx) =>
      tx.updateTable('webhook_endpoints').set({ is_enabled: true }).execute(),
    ),
  ).rejects.toThrow('permission denied')
})

it.each([
  `update webhook_endpoints set topics = '{health}'`,
  `update webhook_endpoints set topics = '{}'`,
  `update webhook_endpoints set url = 'ftp://example.com'`,
  `update webhook_endpoints set is_enabled = false`,
  `update webhook_endpoints set former_until = now()`,
  `update webhook_deliveries set next_attempt_at = null`,
  `update webhook_deliveries set kind = 'health.changed'`,
])('refuses %s', async (statement) => {
  await expect(db.asOwner(`${statement} where clinic_id = $1`, [clinic.id])).rejects.toThrow(
    'violates check constraint',
  )
})

it('are one row per endpoint and event', async () => {
  const again = db.asOwner(
    `insert into webhook_deliveries (clinic_id, endpoint_id, event_id, kind, data, occurred_at, created_at, next_attempt_at)
     select clinic_id, endpoint_id, event_id, kind, data, occurred_at, created_at, next_attempt_at from webhook_deliveries
      where endpoint_id = $1`,
    [endpointId],
  )
  await expect(again).rejects.toThrow('webhook_deliveries_event_key')
})
