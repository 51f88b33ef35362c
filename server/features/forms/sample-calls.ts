import type { ActorName } from '#db/tests/tenant-escape/expectations.ts'
import {
  aName,
  provenPatients,
  recordOf,
  type SampleCalls,
} from '#server/tests/threats/actors/sample-call.ts'
import type { Scene } from '#server/tests/threats/scene.ts'
import { aField, aForm, aFormFile, aFormRequest } from '#testing/forms.ts'

const patientsAndGuardians = { ...provenPatients, guardian: 'ok' }

export const calls: SampleCalls = {
  'save-form': {
    input: () => ({
      version: 0,
      title: aName(),
      fields: [aField('text')],
      occasion: 'request',
      visitTypes: [],
      repeats: 'once',
      isActive: true,
    }),
    ids: async ({ test, world }) => ({ formId: (await aForm(test.db, world.clinics.one)).id, version: 1 }),
  },
  'ask-form': {
    input: async ({ test, world }) => ({
      formId: (await aForm(test.db, world.clinics.one)).id,
      patientId: world.owners.patient.patientId,
    }),
  },
  'withdraw-form': {
    input: async (scene, actor) => ({ requestId: await requestOf(scene, actor), isWithdrawn: true }),
  },
  'save-answers': {
    input: async (scene, actor) => {
      const field = aField('text')
      const form = await aForm(scene.test.db, scene.world.clinics.one, { fields: [field] })
      return { requestId: await requestOf(scene, actor, form), answers: { [field.id]: 'Once' } }
    },
    answers: patientsAndGuardians,
  },
  'remove-form-file': {
    input: async (scene, actor) => {
      const field = aField('file')
      const form = await aForm(scene.test.db, scene.world.clinics.one, { fields: [field] })
      const requestId = await requestOf(scene, actor, form)
      const patientId = recordOf(scene, actor)
      const about = { requestId, fieldId: field.id, by: scene.world.clinics.one.admin.userId }
      const { id } = await aFormFile(scene.test.db, scene.world.clinics.one, { patientId }, about)
      return { fileId: id }
    },
    answers: patientsAndGuardians,
  },
  'sign-form': {
    input: async (scene, actor) => {
      const field = aField('text')
      const form = await aForm(scene.test.db, scene.world.clinics.one, { fields: [field] })
      const requestId = await requestOf(scene, actor, form)
      return { requestId, version: 0, answers: { [field.id]: 'Once' }, name: 'Dana Fox' }
    },
    answers: patientsAndGuardians,
  },
  'form-pdf': {
    input: async (scene, actor) => ({
      requestId: await requestOf(scene, actor, undefined, 'Dana Fox'),
    }),
    answers: { ...patientsAndGuardians, team: 'ok' },
    asks: ['patients:read'],
  },
}

async function requestOf(
  { test, world }: Scene,
  actor: ActorName,
  form?: Awaited<ReturnType<typeof aForm>>,
  signedName?: string,
): Promise<string> {
  return aFormRequest(
    test.db,
    world.clinics.one,
    { patientId: recordOf({ test, world } as Scene, actor) },
    { ...(form && { form }), ...(signedName && { signedName }) },
  )
}
