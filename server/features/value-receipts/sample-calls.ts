import { provenPatients, recordOf, type SampleCalls } from '#server/tests/threats/actors/sample-call.ts'
import type { Scene } from '#server/tests/threats/scene.ts'
import { aValueReceipt } from '#testing/money/value-receipts.ts'

export const calls: SampleCalls = {
  'save-value-settings': {
    input: async ({ test, world }) => {
      const [row] = await test.db.asOwner<{ version: number }>(
        'select version from value_receipt_settings where clinic_id = $1',
        [world.clinics.one.id],
      )
      return { version: row?.version ?? 0, audience: 'nobody', prices: { message: '15.00' } }
    },
  },
  'open-value-receipt': {
    input: async (scene, actor) => ({
      receiptId: await valueReceiptOf(scene, scene.world.clinics.one.id, recordOf(scene, actor)),
    }),
    answers: provenPatients,
  },
}

async function valueReceiptOf({ test, plant }: Scene, clinicId: string, patientId: string) {
  const subscriptionId = await plant.subscription(clinicId, patientId)
  return aValueReceipt(test.db, { clinicId, patientId, subscriptionId })
}
