import { makeWorld } from '#db/tests/tenant-escape/world.ts'
import type { TestDatabase } from '#testing/database.ts'
import type { SellingClinic } from '#testing/payments.ts'
import type { Scene } from './function-inputs.ts'
import { planter } from './planted.ts'
import { type Observed, openTestServer, type TestServer } from './test-server.ts'

/** Two clinics that sell, once per test file, with new people for every function. */
export async function openScenes(
  openDatabase?: () => Promise<TestDatabase>,
  observed?: Observed,
): Promise<{ test: TestServer; next(): Promise<Scene> }> {
  const test = await openTestServer(undefined, undefined, openDatabase, observed)
  const one = await test.aSellingClinic()
  const two: SellingClinic = await test.aSellingClinic()
  const plan = await test.aPublishedPlan(one)
  const member = await test.aMember(one, plan)
  const [invoice] = await test.db.asOwner<{ id: string }>('select id from invoices where patient_id = $1', [
    member.patientId,
  ])
  if (!invoice) throw new Error('the payment led to no invoice')
  return {
    test,
    async next() {
      // the admins stay; the other clinic's may have joined this one as a patient
      await test.db.asOwner(
        'update clinic_memberships set ended_at = now() where clinic_id = $1 and user_id = $2',
        [one.id, two.admin.userId],
      )
      const world = await makeWorld(test.db, { one, two })
      return { test, plant: planter(test.db), world, plan, invoiceId: invoice.id }
    },
  }
}
