import { dateIn } from '#domain/values/zones.ts'
import { recordOf, type SampleCalls } from '#server/tests/threats/actors/sample-call.ts'

export const calls: SampleCalls = {
  'receipt-pdf': {
    input: async (scene, actor) => ({
      receiptId: await scene.plant.receipt(scene.world.clinics.one.id, recordOf(scene, actor)),
    }),
    // for callers without a membership there is no invoice or receipt
    answers: {
      patients: 'ok',
      pending: 'ok',
      admin: 'ok',
      delegate: 'ok',
      billing: 'ok',
      team: 'not_allowed',
      rest: 'not_found',
    },
    asks: ['money:read'],
  },
  'year-statement': {
    input: async (scene, actor) => {
      const patientId = recordOf(scene, actor)
      await scene.plant.receipt(scene.world.clinics.one.id, patientId)
      return { year: plantedYear(), patientId }
    },
    answers: {
      patients: 'ok',
      pending: 'ok',
      admin: 'ok',
      delegate: 'ok',
      billing: 'ok',
      team: 'not_allowed',
      rest: 'not_found',
    },
    asks: ['money:read'],
  },
  'export-year-statements': {
    input: async (scene, actor) => {
      await scene.plant.receipt(scene.world.clinics.one.id, recordOf(scene, actor))
      return { year: plantedYear() }
    },
    freshProof: true,
  },
  'save-receipt-details': {
    input: async ({ test, world }) => {
      const [row] = await test.db.asOwner<{ version: number }>(
        'select version from receipt_details where clinic_id = $1',
        [world.clinics.one.id],
      )
      return {
        version: row?.version ?? 0,
        legalName: 'Clinic PLLC',
        address: '1 Road',
        taxNumber: '',
        npi: '',
        numbersByYear: false,
      }
    },
  },
}

const plantedYear = () => Number(dateIn(new Date(), 'America/New_York').slice(0, 4))
